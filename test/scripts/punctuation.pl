#!/usr/bin/perl
# punctuation.pl: prints the lines of src/markdown/punctuation.inc from perl's own copy of the
# Unicode character database: characters beyond ASCII of the categories P and S, which
# CommonMark calls punctuation, neighbours as one range.
use strict;
use warnings;

my ($first, $last);
for my $code (0x80 .. 0xD7FF, 0xE000 .. 0x1FFFF)
{
	next if chr($code) !~ /[\p{P}\p{S}]/;
	printf "{0x%04X, 0x%04X},\n", $first, $last if defined $last && $code != $last + 1;
	$first = $code if !defined $last || $code != $last + 1;
	$last = $code;
}
printf "{0x%04X, 0x%04X},\n", $first, $last;
