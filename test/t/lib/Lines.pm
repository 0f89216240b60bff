# Lines that one of two texts has and the other has not.
package Lines;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(lines_changed);

# "" when both have the same lines, in whatever order; else "-line" and "+line".
sub lines_changed
{
	my ($before, $after) = @_;
	my %before = map { $_ => 1 } split /\n/, $before;
	my %after = map { $_ => 1 } split /\n/, $after;
	return join "\n",
	  (map { "-$_" } grep { !$after{$_} } sort keys %before),
	  (map { "+$_" } grep { !$before{$_} } sort keys %after);
}

1;
