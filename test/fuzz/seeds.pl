#!/usr/bin/perl
# seeds.pl DIRECTORY: the inputs that fuzzing begins with, written there: sections
# of real reports (test/data), markers as models write them, and the texts that
# the regression tests (test/sql) are about. input.c says how inputs are written.
use strict;
use warnings;
use Digest::MD5 'md5_hex';
use Encode 'encode_utf8';
use FindBin;
use JSON::PP;

my $longest = 3000;    # characters: short inputs are mutated more often
my $test = "$FindBin::RealBin/..";
my $directory = shift // die "usage: seeds.pl DIRECTORY\n";

sub seed
{
	my ($name, $text) = @_;
	my $bytes = encode_utf8($text);
	open my $out, '>:raw', sprintf('%s/%s-%s', $directory, $name, substr(md5_hex($bytes), 0, 8)) or die "$directory: $!\n";
	print $out $bytes;
	close $out;
}

sub text_of
{
	my ($path) = @_;
	open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n";
	local $/;
	return scalar <$in>;
}

sub objects
{
	my ($path) = @_;
	return map { JSON::PP->new->decode($_) } grep { /\S/ } split /\n/, text_of($path);
}

# A field of a row has no bar and no line end.
sub field
{
	my ($text) = @_;
	$text = substr($text // '', 0, 80);
	$text =~ s/[|\r\n]/ /g;
	return $text;
}

# A body, and a row that would begin in it does not.
sub body
{
	my $text = substr($_[0], 0, $longest);
	$text =~ s/^@/ @/mg;
	return $text;
}

# Real reports: their numbers are also written as ids, which have claims.
for my $path (sort glob("$test/data/reports/*.jsonl"))
{
	for my $report (objects($path))
	{
		my @sources = grep { ($_->{title} // '') ne '' } @{ $report->{sources} };
		@sources = @sources[0 .. 7] if @sources > 8;
		my $documents = join '', map { "\@document d$_->{n}|" . field($_->{title}) . "|" . field($_->{url}) . "|web|||2026-01-31\n" } @sources;
		my $claims = join '', map { "\n\@claim $_->{n}|d$_->{n}|$_->{n}||800|||" } @sources;
		for my $section (@{ $report->{sections} })
		{
			my $text = body($section->{body} // next);
			seed('report', $text);
			$text =~ s/\[\^?(\d+)\]/[SRC:$1]/g;
			seed('cited', "$documents\@section s|" . field($section->{heading}) . "|||\n$text$claims\n");
		}
	}
}

# Two sections whose ids mean different sources.
for my $report (objects("$test/data/collision.jsonl"))
{
	my $input = "\@document a|Rent Roll|rr.xlsx|excel|A||\n\@document b|Offering Memorandum|om.pdf|pdf|B||\n";
	my $number = 0;
	for my $section (@{ $report->{sections} }[0 .. 2])
	{
		next unless $section;
		$number++;
		my $text = substr($section->{body_local}, 0, 800);
		$input .= "\@section s$number|" . field($section->{heading}) . "|$number||\n" . body($text) . "\n\@claim 1|a|$number|||||\n\@claim 2|b|$number|||||\n";
	}
	seed('sections', $input);
}

# Sentences on metrics, against canonical values and with insights of them.
my $metrics = "\@metric irr|levered|18.5|percent\n\@metric cap_rate||5.25|percent\n\@metric dscr||1.35|multiple\n\@metric equity_multiple||2.1|multiple\n";
my @sentences = map { ref $_ eq 'ARRAY' ? $_->[0] : () } objects("$test/metrics/sentences.jsonl");
for (my $i = 0; $i < @sentences; $i += 8)
{
	my $end = $i + 7 < @sentences ? $i + 7 : $#sentences;
	seed('metric', "$metrics\@document om|Offering Memorandum|om.pdf|pdf|A||\n\@insight ic_note|||cap_rate|The cap rate is the broker's.\n"
		  . "\@insight model_warning||DSCR of 1.25x|dscr|The model's DSCR leaves out reserves.\n\@section returns||||\n"
		  . body(join(" [SRC:1]\n", @sentences[$i .. $end])) . "\n\@claim 1|om|3||||$sentences[$i]|\n");
}

seed('variant', "Rents rose 4% $_->{example}. NOI was 4.2 million in 2025 $_->{example}\n\n| NOI | 4.2 $_->{example} |\n|---|---|\n| a | $_->{example} |\n")
  for @{ JSON::PP->new->decode(text_of("$test/data/marker_variants.json")) };
for my $path (sort glob("$test/data/footnotes/*"))
{
	my $text = text_of($path);
	seed('footnotes', body(substr($text, $_ * $longest, $longest))) for 0 .. int(length($text) / $longest);
}
seed('credit', body(join("\n\n", map { "## $_->{heading}\n\n" . ($_->{body} // '') } @{ $_->{sections} })))
  for objects("$test/data/credit_opinions.jsonl");

# What the regression tests are about: literals with a bracket or superscript.
for my $path (sort glob("$test/sql/*.sql"))
{
	my $sql = text_of($path);
	while ($sql =~ /([Ee]?)'((?:[^'\\]|''|\\.)*)'/gs)
	{
		my ($escaped, $text) = ($1, $2);
		next if length($text) < 12 || length($text) > $longest || $text !~ /[\[\x{3010}\x{FF3B}\x{B2}\x{B3}\x{B9}\x{2070}-\x{2079}]/;
		$text =~ s/''/'/g;
		if ($escaped)
		{
			my %char = (n => "\n", t => "\t", r => "\r");
			$text =~ s{\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))}{ defined $1 ? chr hex $1 : defined $2 ? chr hex $2 : $char{$3} // $3 }gse;
		}
		seed('test', body($text));
	}
}
