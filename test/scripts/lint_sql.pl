#!/usr/bin/perl
# lint_sql.pl RULE SCRIPT...: prints what in an extension's scripts breaks a rule,
# the install script before its updates. RULE is
#   volatility  every function says IMMUTABLE, STABLE or VOLATILE
#   parallel    ... and PARALLEL SAFE, RESTRICTED or UNSAFE
#   comment     every function, procedure and aggregate has its COMMENT ON
#   adopt       no IF NOT EXISTS, and OR REPLACE only for what a script before has
#               made: either would make an object that somebody else put there a
#               member of the extension
use strict;
use warnings;

my ($rule, @scripts) = @ARGV;
my $sql = '';
for my $script (sort { ($a =~ tr/-//) <=> ($b =~ tr/-//) or $a cmp $b } @scripts)
{
	open my $in, '<', $script or die "could not open $script: $!\n";
	local $/;
	$sql .= <$in>;
}

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
	my $is_replaced = 0;
	if ($rule eq 'adopt' && $statement =~ /\b(CREATE (?:\S+ ){0,8}?)(OR REPLACE|IF NOT EXISTS)\b/i)
	{
		my ($create, $how) = ($1, uc $2);
		$is_replaced = $statement =~ /^ ?CREATE OR REPLACE (FUNCTION|PROCEDURE|AGGREGATE) ([\w."]+)/i
		  && $made{ uc($1) . ' ' . lc($2) };
		print "$create ...$how\n" if !$is_replaced;
	}
	if ($statement =~ /^ ?CREATE (OR REPLACE )?(FUNCTION|PROCEDURE|AGGREGATE) ([\w."]+)/i)
	{
		my ($replace, $kind, $name) = ($1, uc $2, lc $3);
		$made{"$kind $name"}++ if !$replace;
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
