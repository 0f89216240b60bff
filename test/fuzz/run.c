/*
 * run.c
 *		run FILE...: what libFuzzer does with files, without it; in the words of TAP.
 *		run --sql FILE: the input as SQL, to be seen on a server.
 *		run --rows N FILE...: the rows alone, as deals N, N + 1 and so on.
 */
#include "fuzz.h"

#include <sys/stat.h>

static unsigned char *
file_read(const char *path, size_t *size)
{
	FILE	   *file = fopen(path, "rb");
	struct stat status;
	unsigned char *data;

	if (file == NULL || fstat(fileno(file), &status) != 0)
	{
		fprintf(stderr, "could not open %s: %s\n", path, strerror(errno));
		exit(2);
	}
	*size = (size_t) status.st_size;
	data = malloc(*size + 1);
	if (data == NULL || fread(data, 1, *size, file) != *size)
	{
		fprintf(stderr, "could not read %s\n", path);
		exit(2);
	}
	fclose(file);
	return data;
}

int
main(int argc, char **argv)
{
	bool		is_sql = argc > 2 && strcmp(argv[1], "--sql") == 0;
	bool		is_rows = argc > 3 && strcmp(argv[1], "--rows") == 0;
	int			deal_id = is_rows ? atoi(argv[2]) : 0;

	for (int i = is_rows ? 3 : is_sql ? 2 : 1; i < argc; i++)
	{
		size_t		size;
		unsigned char *data = file_read(argv[i], &size);

		if (is_sql)
		{
			(void) input_memo((const char *) data, size);
			print_sql();
		}
		else if (is_rows)
		{
			(void) input_memo((const char *) data, size);
			print_rows(deal_id++);
		}
		else
		{
			(void) LLVMFuzzerTestOneInput(data, size);
			printf("ok - %s\n", argv[i]);
			fflush(stdout);
		}
		free(data);
	}
	return 0;
}
