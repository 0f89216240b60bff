/*
 * harness.c
 *		One input: a memo is made of it twice, and checked.
 */
#include "fuzz.h"

/* The second run finds other bytes in its memory, and must not tell. */
static Slice
run_once(const unsigned char *data, size_t size, unsigned char fill)
{
	Memo	   *memo;
	StringInfoData shown;

	memory_fill = fill;
	initStringInfo(&shown);
	memo = input_memo((const char *) data, size);
	engine_run(memo);
	check_memo(memo, &shown);
	check_reading(memo, &shown);
	return (Slice) {shown.data, shown.len};
}

static void
check_same(Slice first, Slice second)
{
	int			same = 0;

	if (slice_equal(first, second))
		return;
	while (same < Min(first.len, second.len) && first.data[same] == second.data[same])
		same++;
	while (same > 0 && first.data[same - 1] != '\n')
		same--;
	broken("same_again", "the first run says\n%.*s\nand the second\n%.*s", Min(first.len - same, 400), first.data + same,
		   Min(second.len - same, 400), second.data + same);
}

int
LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static Memo *common = NULL;	/* not to be told of as a leak */
	Slice		first;

	if (common == NULL)
	{
		/* the metrics built in are made once for the process */
		common = memo_create(0);
		(void) metric_kind_at(common, 0);
		memory_keep();
	}
	first = run_once(data, size, 0xA5);
	check_same(first, run_once(data, size, 0x5A));
	memory_release();
	return 0;
}
