#!/usr/bin/perl
# docs_lint.pl: what README.md and docs/ promise their readers, one result a rule:
# sizes, links that lead somewhere, sentences that a tired reader understands.
# The figures are printed as comments. Run at the top of the checkout.
use strict;
use warnings;
use open qw(:std :utf8);
use File::Find;
use File::Basename qw(dirname);
use File::Spec;

my $failed = 0;
sub rule
{
	my ($name, @found) = @_;
	print "# $_\n" for @found;
	print @found ? "not ok - $name\n" : "ok - $name\n";
	$failed = 1 if @found;
}

my @pages = ('README.md', grep { -e } 'CONTRIBUTING.md');
find({ no_chdir => 1, wanted => sub { push @pages, $_ if /\.md$/ } }, 'docs') if -d 'docs';
@pages = (shift @pages, sort @pages);
my %text = map { my $page = $_; $page => do { local $/; open my $in, '<', $page or die "$page: $!\n"; <$in> } } @pages;

# The rows of a table that a regression test makes.
sub table_rows { return join '', grep { /^\| / } split /^/, shift }

# A page's lines outside of fenced code.
sub prose_lines
{
	my $fenced = 0;
	return grep { my $fence = /^\s*```/; $fenced = !$fenced if $fence; !$fence && !$fenced } split /\n/, shift;
}

# The anchor that GitHub gives a heading.
sub anchor
{
	my $heading = lc shift;
	$heading =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
	$heading =~ s/[^\w\- ]//g;
	$heading =~ tr/ /-/;
	return $heading;
}

sub anchors
{
	my %seen;
	return map { my $a = anchor($_); my $n = $seen{$a}++; ($n ? "$a-$n" : $a) => 1 } map { /^#+\s+(.*?)\s*$/ ? $1 : () } prose_lines(shift);
}

my %anchors = map { $_ => { anchors($text{$_}) } } @pages;
my (@dead, $links);
for my $page (@pages)
{
	my $prose = join "\n", prose_lines($text{$page});
	$prose =~ s/`[^`\n]*`//g;
	while ($prose =~ /\]\(([^()\s]+)\)/g)
	{
		my $target = $1;
		next if $target =~ m{^(https?|mailto):};
		$links++;
		my ($path, $anchor) = $target =~ /^([^#]*)(?:#(.*))?$/;
		my $file = $path eq '' ? $page : File::Spec->canonpath(File::Spec->catfile(dirname($page), $path));
		1 while $file =~ s{(^|/)(?!\.\./)[^/]+/\.\./}{$1};
		if (!-e $file) { push @dead, "$page: $target leads nowhere" }
		elsif (defined $anchor && exists $anchors{$file} && !$anchors{$file}{$anchor}) { push @dead, "$page: $target: no such heading" }
	}
}
print "# ", $links // 0, " links between pages\n";
rule('no dead link', @dead);

my $size = do { use bytes; -s 'README.md' };
print "# README.md has $size bytes\n";
rule('README.md has at most 10,000 bytes', $size > 10000 ? "$size bytes" : ());

# SQL that no test runs would be believed all the same.
my @unrun;
for my $page (@pages)
{
	while ($text{$page} =~ /^```([^\n]*)\n(.*?)^```/msg)
	{
		my ($info, $block, $at) = ($1, $2, substr($text{$page}, 0, $-[0]) =~ tr/\n// + 1);
		push @unrun, "$page, line $at: SQL in a block that is not marked sql"
		  if $info !~ /^(sql|text|c|js|python|json|html)\s*$/ && $block =~ /^\s*(SELECT|INSERT INTO|CREATE|CALL|ALTER EXTENSION|DROP EXTENSION) .*;/m;
	}
}
rule('every sql block is one that runs', @unrun);

# Sentences of paragraphs and list items; tables, headings and code are left out.
my (@long, @items);
my %plain = map { $_ => 1 } grep { $_ eq 'README.md' || m{^docs/(tutorial\.md|how-to/)} } @pages;
my @all;
for my $page (sort keys %plain)
{
	my @words;
	my @units = ('');
	for (prose_lines($text{$page}))
	{
		if (/^\s*$/ || /^\s*\|/ || /^#/ || /^\s*<!--/ || /^!\[/) { push @units, '' }
		elsif (/^\s*([-*+]|\d+\.)\s+(.*)/) { push @units, "\x01$2" }
		else { $units[-1] .= ($units[-1] eq '' ? '' : ' ') . $_ }
	}
	for my $unit (grep { /\S/ } @units)
	{
		my $is_item = $unit =~ s/^\x01//;
		$unit =~ s/!?\[([^\]]*)\]\([^)]*\)/$1/g;
		$unit =~ s/`[^`]*`/code/g;
		$unit =~ s/\*\*//g;
		my $count = () = $unit =~ /\S*\w\S*/g;
		push @items, "$page: a list item of $count words: " . substr($unit, 0, 60) if $is_item && $count > 60;
		for my $sentence (split /(?<=[.!?:])["')]*\s+(?=["'(]?[A-Z0-9`]|code)/, $unit)
		{
			my $n = () = $sentence =~ /\S*\w\S*/g;
			next unless $n;
			push @words, $n;
			push @long, "$page: a sentence of $n words: " . substr($sentence, 0, 70) if $n > 40;
		}
	}
	@words = sort { $a <=> $b } @words;
	printf "# %s: %d sentences, median %d words, longest %d\n", $page, scalar @words, $words[$#words / 2] // 0, $words[-1] // 0;
	push @all, @words;
}
@all = sort { $a <=> $b } @all;
my $median = $all[$#all / 2] // 0;
print "# README, tutorial and how-to: ", scalar @all, " sentences, median $median words\n";
rule('the median sentence has under 15 words', $median >= 15 ? "$median words" : ());
rule('no sentence has over 40 words', @long);
rule('no list item has over 60 words', @items);
open my $made, '<', 'expected/forms.out' or die "expected/forms.out: $!\n";
my $rows = table_rows(do { local $/; <$made> });
rule('the table of forms is what its test makes', index($text{'docs/explanation/markers.md'}, $rows) < 0 ? 'docs/explanation/markers.md' : ());
exit $failed;
