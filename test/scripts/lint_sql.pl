#!/usr/bin/perl
# lint_sql.pl RULE SCRIPT: prints what in an extension's install script breaks a rule.
# RULE is
#   volatility  every function says IMMUTABLE, STABLE or VOLATILE
#   parallel    ... and PARALLEL SAFE, RESTRICTED or UNSAFE
#   comment     every function, procedure and aggregate has its COMMENT ON
#   adopt       neither IF NOT EXISTS nor OR REPLACE: either would make an object that
#               somebody else put there a member of the extension
use strict;
use warnings;

my ($rule, $script) = @ARGV;
open my $in, '<', $script or die "could not open $script: $!\n";
my $sql = do { local $/; <$in> };

# Leave out what is not SQL of the script itself: psql, comments, strings, bodies.
$sql =~ s/^\\.*$//mg;
$sql =~ s{
	(\$\w*\$) .*? \1 | ' (?:[^']|'')* ' | -- [^\n]* | /\* .*? \*/
}{ $& =~ /^(?:'|\$)/ ? "''" : ' ' }gsex;

# Each statement with its kind and the name it is about. More than one function
# may bear a name: it needs as many comments as functions.
my (%made, %comments);
for my $statement (split /;/, $sql)
{
	$statement =~ s/\s+/ /g;
	print "$1 ...\n" if $rule eq 'adopt' && $statement =~ /\b(CREATE (?:\S+ ){0,8}?(?:OR REPLACE|IF NOT EXISTS))\b/i;
	if ($statement =~ /^ ?CREATE (?:OR REPLACE )?(FUNCTION|PROCEDURE|AGGREGATE) ([\w."]+)/i)
	{
		my ($kind, $name) = (uc $1, lc $2);
		$made{"$kind $name"}++;
		next if $kind ne 'FUNCTION';
		print "$name: no volatility\n"
		  if $rule eq 'volatility' && $statement !~ /\b(?:IMMUTABLE|STABLE|VOLATILE)\b/i;
		print "$name: no parallel safety\n"
		  if $rule eq 'parallel' && $statement !~ /\bPARALLEL (?:SAFE|RESTRICTED|UNSAFE)\b/i;
	}
	elsif ($statement =~ /^ ?COMMENT ON (FUNCTION|PROCEDURE|AGGREGATE) ([\w."]+)/i)
	{
		$comments{ uc($1) . ' ' . lc($2) }++;
	}
}
if ($rule eq 'comment')
{
	for my $object (sort keys %made)
	{
		my $has = $comments{$object} // 0;
		print lc($object), ": $made{$object} made, $has with a comment\n"
		  if $has < $made{$object};
	}
}
