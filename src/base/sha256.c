/*
 * sha256.c
 *		What tells whether a text is still the one it was.
 */
#include "base/base.h"

#include "common/cryptohash.h"
#include "common/sha2.h"

void
sha256(const char *data, Size len, uint8 *digest)
{
	pg_cryptohash_ctx *context = pg_cryptohash_create(PG_SHA256);

	if (context == NULL || pg_cryptohash_init(context) < 0 ||
		pg_cryptohash_update(context, (const uint8 *) data, len) < 0 ||
		pg_cryptohash_final(context, digest, PG_SHA256_DIGEST_LENGTH) < 0)
		elog(ERROR, "could not compute a sha256 hash");
	pg_cryptohash_free(context);
}
