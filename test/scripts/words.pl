#!/usr/bin/perl
# words.pl [SRC [check]]: makes src/F/NAME.inc of each src/F/words/NAME.txt; check: prints
# those that are not as they would be made, and makes none. A line of a list is
#
#	word			"word",	or several words
#	word = VALUE		{"word", VALUE},
#	[class]			begins a class of phrases
#	one, two words = VALUE	of such a class: {CLASS_class, "one", 0}, {CLASS_class, "two words", VALUE}
#	value: one, two		the same value for all of the line
#
# The entries of a table are sorted by bytes, so that slice_in() and bsearch() find them.
use strict;
use warnings;

my $src = shift // 'src';
my $checks = (shift // '') eq 'check';

for my $list (glob "$src/*/words/*.txt")
{
	my ($folder, $name) = $list =~ m{^\Q$src\E/(\w+)/words/(\w+)\.txt$} or die "$list: not a list's name\n";
	my $table = "$src/$folder/$name.inc";
	my $made = "/* made by test/scripts/words.pl of words/$name.txt */\n" . join '', entries($list);

	if (!$checks) { open my $out, '>', $table or die "$table: $!\n"; print $out $made; next }
	open my $in, '<', $table or do { print "$table is not made of its list\n"; next };
	print "$table is not made of its list: run test/scripts/words.pl\n" if $made ne join '', <$in>;
}

sub entries
{
	my ($list) = @_;
	my %entry;
	my ($class, @phrases);

	open my $in, '<', $list or die "$list: $!\n";
	while (<$in>)
	{
		s/(^|\s)#.*//;
		next unless /\S/;
		if (/^\[([a-z]\w*)\]$/) { $class = $1; next }
		if (defined $class) { push @phrases, phrases($class, $_); next }
		my ($word, $value) = /^\s*(\S+)\s*=\s*(\S+)\s*$/;

		if (defined $value) { add(\%entry, $list, $word, $value) }
		elsif (/^\s*(\S.*?)\s*$/) { add(\%entry, $list, $1) }
	}
	return sorted(@phrases) if defined $class;
	return map { defined $entry{$_}[0] ? qq({"$_", $entry{$_}[0]},\n) : '"' . s/"/\\"/gr . qq(",\n) } sort keys %entry;
}

sub phrases
{
	my ($class, $line) = @_;

	$line =~ s/^\s+|[\s,]+$//g;
	my $common = $line =~ s/^(["\w ]+):\s*// ? $1 : 0;
	return map { my ($phrase, $value) = split /\s*=\s*/; { class => $class, phrase => $phrase, value => $value // $common } }
		split /\s*,\s*/, $line;
}

# A class may not have a phrase twice with one value.
sub sorted
{
	my %seen;
	my @lines = map { qq({CLASS_$_->{class}, "$_->{phrase}", $_->{value}},\n) }
		sort { $a->{phrase} cmp $b->{phrase} || $a->{class} cmp $b->{class} || $a->{value} cmp $b->{value} } @_;
	return grep { !$seen{$_}++ or die "twice: $_" } @lines;
}

sub add
{
	my ($entry, $list, $word, $value) = @_;

	die "$list:$.: $word is there twice\n" if $entry->{$word};
	$entry->{$word} = [$value];
}
