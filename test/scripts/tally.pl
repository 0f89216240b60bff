#!/usr/bin/perl
# tally.pl STATUS LOG: prints "PASSED FAILED names of what failed", as counted
# from the output of a test runner that ended with STATUS.
#
# Understood are pg_regress up to PostgreSQL 15, also for isolation tests,
#     test markers                     ... ok           12 ms
#     test ledger                      ... FAILED       15 ms
# and TAP, as pg_regress prints it since 16, and the tests of prove --verbose:
#     ok 1         - markers                                    12 ms
#     not ok 2     - ledger                                     15 ms
# Indented results are of subtests, whose sum follows. Skipped tests do not
# count; a test file that breaks off does, and so does a runner that fails or
# has nothing to say.
use strict;
use warnings;

my ($status, $log) = @ARGV;
my ($passed, @failed) = (0);

open my $in, '<', $log or die "could not open $log: $!\n";
while (my $line = <$in>)
{
	if ($line =~ /^(?:test|    )\s+(\S+)\s+\.\.\. (ok|failed|FAILED)\b/)
	{
		if ($2 eq 'ok') { $passed++; }
		elsif ($line !~ /\(ignored\)/) { push @failed, $1; }
	}
	elsif ($line =~ /^(not )?ok\b(?:\s+\d+)?[\s+-]*(.*?)(?:\s+\d+ ms)?$/)
	{
		my ($not, $name) = ($1, $2);
		next if $line =~ /# (?:SKIP|TODO)/i;
		next if $line =~ /^ok\s*$/;	# what prove says of a whole file
		if ($not) { push @failed, "'$name'"; }
		else { $passed++; }
	}
	# prove on a file without a failed test that ended badly
	elsif ($line =~ /^(\S+)\s+\(Wstat: .*Failed: 0\)/)
	{
		push @failed, $1;
	}
}
push @failed, "exit status $status" if !@failed && $status != 0;
push @failed, 'no results' if !@failed && $passed == 0;
print join(' ', $passed, scalar(@failed), join(', ', @failed)), "\n";
