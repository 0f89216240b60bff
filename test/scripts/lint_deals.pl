#!/usr/bin/perl
# lint_deals.pl [directory]: prints statements that one server runs and Citus does not, where
# it distributes tables of deals by deal_id: such statements go to the shard of one deal, or
# to each shard by itself. Read are the functions of the install script and the statements
# of src/store and src/worker.
use strict;
use warnings;

chdir($ARGV[0] // '.') or die "no directory $ARGV[0]\n";

sub text_of
{
	return join '', map { open my $in, '<', $_ or die "$_: $!\n"; local $/; <$in> } @_;
}

my $script = text_of(glob 'sql/memocite--*.sql');

# tables with a deal_id, and views, which read such tables
my %of_deals = map { $_ => 1 } $script =~ /CREATE VIEW memocite\.(\w+)/g,
  $script =~ /CREATE TABLE memocite\.(\w+) \((?:(?!\n\tCREATE ).)*?\n\t\tdeal_id bigint/gs;

# Prints what is wrong with a statement of the function or list $where. $variable is a regular
# expression for what is no column.
sub check
{
	my ($where, $statement, $variable) = @_;

	$statement =~ s/\s+/ /g;
	return if $statement =~ /^ ?(?:CREATE|DROP|COMMENT|GRANT) /;
	my $begin = substr $statement, 0, 90;
	my @read;
	while ($statement =~ /(?<!INTO )\bmemocite\.(\w+)(?: (?:AS )?(?![A-Z]+\b)(\w+))?/g)
	{
		push @read, [ $1, $2 // $1 ] if $of_deals{$1};
	}

	print "$where: EXISTS over no column: $begin\n" if $statement =~ /EXISTS ?\( ?SELECT FROM memocite\./;
	# tables of one deal: each one's deal_id equals what is no column, or another one's
	my %is_read = map { $_->[1] => 1 } @read;
	my %group = map { $_ => $_ } keys %is_read;	# '' = of a deal that is given
	while ($statement =~ /\b(?:(\w+)\.|memocite\.(\w+) WHERE )deal_id = (?:(\w+)\.deal_id\b)?/g)
	{
		my ($this, $other) = ($group{ $1 // $2 } // '', $group{ $3 // '' } // '');
		($this, $other) = ($other, $this) if $this eq '';
		$_ eq $this and $_ = $other for values %group;
	}
	for my $table (@read)
	{
		my ($name, $alias) = @$table;

		print "$where: $name $alias is of another deal than $read[0][1]: $begin\n" if $group{$alias} ne $group{ $read[0][1] };
		print "$where: rows of $name are locked in all deals: $begin\n"
		  if $group{$alias} ne '' && $statement =~ / FOR (?:UPDATE|NO KEY UPDATE|SHARE|KEY SHARE)\b/;
	}
	my ($set) = $statement =~ /^ ?(?:.* )?UPDATE memocite\.\w+.*? SET (.*?)(?: FROM | WHERE |$)/;
	print "$where: a volatile function in SET: $begin\n" if ($set // '') =~ /\b(?:clock_timestamp|random|gen_random_uuid|nextval|timeofday)\(/;
	my ($conflict) = $statement =~ /INSERT INTO memocite\.\w+(?: AS \w+)? ?\([^()]*\) (?:WITH|SELECT) .* ON CONFLICT (?:\([^()]*\) )?((?:[^()]|(\((?:[^()]|(?2))*\)))*)/;
	print "$where: INSERT .. SELECT with $1 in ON CONFLICT: $begin\n" if ($conflict // '') =~ /(?<![.\w])($variable)\b(?! =|\.)/;
}

# SQL without comments and what stands in strings
sub bare
{
	my ($sql) = @_;
	$sql =~ s{' (?:[^']|'')* ' | -- [^\n]* | /\* .*? \*/}{ $& =~ /^'/ ? "''" : ' ' }gsex;
	return $sql;
}

for my $function (split /^(?=CREATE (?:FUNCTION|PROCEDURE) )/m, $script)
{
	my ($name, $arguments, $language, $body) =
	  $function =~ /^CREATE (?:FUNCTION|PROCEDURE) ([\w.]+) ?\((.*?)\)\s*(?:RETURNS .*?)?LANGUAGE (sql|plpgsql)\b.*?AS \$\$(.*?)\n?\s?\$\$;/s or next;
	my @arguments = split /,/, bare($arguments);

	$body = bare($body);
	print "$name: LANGUAGE sql with parameters over tables of deals\n"
	  if $language eq 'sql' && (grep { /\w/ && !/^\s*OUT / } @arguments) && grep { $of_deals{$_} } $body =~ /\bmemocite\.(\w+)/g;
	my ($declared) = $body =~ /\bDECLARE\b(.*?)\bBEGIN\b/s;
	my $variable = join '|', '\$\d+', $name =~ s/.*\.//r . '\.\w+',
	  (map { /^\s*(?:OUT |INOUT |VARIADIC )?"?(\w+)"? / } @arguments), map { /^\s*(\w+) / } split /;/, $declared // '';
	check($name, $_, $variable) for map { split /\bLOOP\b/ } split /;/, $body;
}

for my $file (glob 'src/store/*.c src/worker/*.c')
{
	my $text = text_of($file);
	while ($text =~ /^(?:STATEMENT\((\w+)|static Step (\w+) = )(.*?)(?: END;|\};)/gms)
	{
		my ($name, $literals) = ($1 // $2, $3);
		my $sql = join "", $literals =~ /"((?:[^"\\]|\\.)*)"/g;
		check("$file: $name", bare($sql), '\$\d+');
	}
}
