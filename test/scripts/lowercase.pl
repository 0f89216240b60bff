#!/usr/bin/perl
# lowercase.pl: prints the lines of src/base/lowercase.inc from perl's own copy of the
# Unicode character database. Runs of characters with one difference, next to
# each other (step 1) or every other one (step 2), are one line.
use strict;
use warnings;
use Unicode::UCD 'prop_invmap';

my ($starts, $maps) = prop_invmap('Simple_Lowercase_Mapping');
my @ranges;
for my $i (0 .. $#$starts - 1)
{
	next if !$maps->[$i];
	my $difference = $maps->[$i] - $starts->[$i];
	for my $code ($starts->[$i] .. $starts->[ $i + 1 ] - 1)
	{
		my $last = $ranges[-1];
		my $gap = $last ? $code - $last->{last} : 0;
		if ($last && $last->{difference} == $difference && ($last->{step} ? $gap == $last->{step} : $gap <= 2))
		{
			@$last{ 'last', 'step' } = ($code, $gap);
			next;
		}
		push @ranges, { first => $code, last => $code, difference => $difference, step => 0 };
	}
}
printf "LOWER(0x%04X, 0x%04X, %d, %d)\n", @$_{qw(first last difference)}, $_->{step} || 1 for @ranges;
