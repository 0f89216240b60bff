#!/usr/bin/perl
# lint_lists.pl [directory]: prints what lists of src have without what else a new line
# needs, where the compiler cannot tell. Each list says the same at its head.
use strict;
use warnings;

chdir($ARGV[0] // '.') or die "no directory $ARGV[0]\n";

sub text_of
{
	return join '', map { open my $in, '<', $_ or die "$_: $!\n"; local $/; <$in> } @_;
}

# policy.quote_level and the levels that evidence has
my ($levels) = text_of('src/evidence/evidence.h') =~ /#define QUOTE_LEVELS\(X\)(.*?)\n\n/s;
my ($allowed) = text_of('src/memo/policylist.def') =~ /POLICY_CHOICE\(quote_level, "\w+", "([^"]*)"/;
my $names = join '|', $levels =~ /"(\w+)"/g;
print "policy quote_level allows $allowed, evidence.h has $names\n" if $names ne $allowed;
my $fold = text_of('src/evidence/fold.c');
# blanks are what any level but exact forgives
my ($exact, $space, @others) = $levels =~ /X\((\w+)/g;
for (grep { $fold !~ /\b$_\b/ } @others)
{
	print "evidence/fold.c: quote level $_ forgives nothing\n";
}

# The words that a macro of patterns has in capitals: SRC of "(?:[Ss][Rr][Cc]" and "SRC_?".
sub words_of
{
	my ($text, $macro) = @_;
	my ($define) = $text =~ /^#define $macro\b((?:.*\\\n)*.*)/m or return;
	my $pattern = join ' ', $define =~ /"((?:[^"\\]|\\.)*)"/g;

	$pattern =~ s/\\\\.|\\x[0-9A-F]{2}//g;
	$pattern =~ s/\[([A-Z])([a-z])\]/lc $1 eq $2 ? $1 : ' '/ge;
	$pattern =~ s/\[[^\]]*\]//g;
	return $pattern =~ /([A-Z]+)/g;
}

# Prefixes of the grammar: memo_verify reads them on its own, a list may repeat those of an id,
# and a marker is only looked for where its first byte stands.
my $marker = text_of('src/markers/marker.c');
my ($grammar) = $marker =~ /GrammarRule grammar\[\] = \{(.*?)\n\};/s;
my ($starts) = $marker =~ /^may_start\(.*?strchr\("([^"]*)"/ms;
my $verify = text_of('src/audit/verify_marker.c');
my $ids = text_of('src/markers/marker_ids.c');
my %prefix = map { $_ => 1 } $grammar =~ /\\\\\[\(?([A-Z]{2,})[-:]/g, map { words_of($marker, $_) } qw(PREFIX GLUED SRC_AGAIN WORDS TAG);
my %verified = map { $_ => 1 } words_of($verify, 'SRC'), words_of($verify, 'SOURCE'), $verify =~ /\b([A-Z]{2,})\b/g;
delete @prefix{qw(CHART TABLE VERIFIED)};	# no evidence: they may stay
for (sort keys %prefix)
{
	print "audit/verify_marker.c does not know the marker prefix $_ of markers/marker.c\n" unless $verified{$_};
	print "may_start() of markers/marker.c does not know that $_ begins a marker\n" if index($starts, substr $_, 0, 1) < 0;
}
for my $word (map { words_of($marker, $_) } qw(PREFIX GLUED SRC_AGAIN))
{
	my $small = lc $word;
	print "read_word() of markers/marker_ids.c does not know the prefix $word\n" if $ids !~ /is_word\(word, len, "$small"\)/;
}

# word lists that nobody reads
my $sources = text_of(glob('src/*/*.[ch]'));
for (glob('src/*/words/*.txt'))
{
	my ($folder, $name) = m{^src/(\w+)/words/(\w+)\.txt$};
	print "$_: nobody includes $folder/$name.inc\n" if $sources !~ m{"$folder/$name\.inc"};
}

# functions that draw a type of charts
my $drawing = text_of(glob('src/drawing/*.c'));
for (grep { $drawing !~ /^$_\(/m } text_of('src/drawing/charttypelist.def') =~ /^CHART_TYPE\(\w+, \w+, (\w+),/mg)
{
	print "no function $_ of drawing/ draws what charttypelist.def says\n";
}

my $sql = text_of(glob('sql/memocite--*.sql'));
for (grep { $sql !~ /^\t"$_": \{"description"/m || $sql !~ /"$_"[\],]/ } text_of('src/drawing/charttypelist.def') =~ /^CHART_TYPE\((\w+)/mg)
{
	print "memo_chart_schema() does not know chart type $_\n";
}

# columns of the ledger
for (grep { $sql !~ /\b$_\b/ } text_of(glob('src/store/*detail*.def')) =~ /^DETAIL\((\w+)/mg)
{
	print "sql/ makes no revision_detail.$_\n";
}

# policy keys and events that nobody reads or raises
my $code = text_of(glob('src/*/*.c'));
for (grep { "$code$sql" !~ /\b$_\b/ } text_of('src/memo/policylist.def') =~ /^POLICY_\w+\((\w+),/mg)
{
	print "nobody reads policy $_\n";
}
for (grep { $code !~ /\bEVENT_$_\b/ } text_of('src/memo/eventlist.def') =~ /^EVENT\((\w+),/mg)
{
	print "nobody raises event $_\n";
}
