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

# upper-case prefixes of the grammar, which memo_verify reads on its own
my ($grammar) = text_of('src/markers/marker.c') =~ /GrammarRule grammar\[\] = \{(.*?)\n\};/s;
my $verify = text_of('src/audit/verify_marker.c');
my %prefix = map { $_ => 1 } $grammar =~ /\\\\\[\(?([A-Z]{2,})[-:]/g;
delete @prefix{qw(CHART TABLE VERIFIED)};	# no evidence: they may stay
for (grep { $verify !~ /\b$_\b/ } sort keys %prefix)
{
	print "audit/verify_marker.c does not know the marker prefix $_ of markers/marker.c\n";
}

# members of a document that come from its row
my ($document) = text_of('src/memo/document.h') =~ /typedef struct Document\n\{(.*?)\n\} Document;/s;
my ($hashed) = text_of(glob('src/store/*.c')) =~ /^hash_document\((.*?)^\}/ms;
my %derived = map { $_ => 1 } qw(doc_id_len name ingested_day index nrefs is_fetched has_passages);
$document =~ s{/\*.*?\*/}{}gs;
for (grep { !$derived{$_} && $hashed !~ /doc->$_\b/ } $document =~ /(\w+);/g)
{
	print "hash_document() leaves out $_: a changed memo would be \"unchanged\"\n";
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
