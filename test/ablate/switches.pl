#!/usr/bin/perl
# switches.pl LEAST FILE...: puts a switch into each function of at least LEAST lines, in the
# files themselves: with its number it returns at once, 0 or (of a bool) true. Prints a line
# for each: number, file, name, lines, what it returns.
#
# It reads pgindent's layout: a function begins with its type at the left margin, and both of
# its outer braces stand there alone.
use strict;
use warnings;

my $least = shift;
my $number = 0;

for my $path (@ARGV)
{
	open my $in, '<', $path or die "$path: $!\n";
	my @lines = <$in>;
	close $in;
	for my $open (grep { $lines[$_] eq "{\n" } 0 .. $#lines)
	{
		my $first = $open;
		$first-- while $first > 0 && $lines[ $first - 1 ] =~ /^[^\s#}\/]|^\t+[^\s*]|^ +\S/;
		my ($close) = grep { $lines[$_] =~ /^}/ } $open .. $#lines;
		my $head = join ' ', @lines[ $first .. $open - 1 ];
		next if $head !~ /^((?:\w+[\s*]+)+?)(\w+)\s*\((.*)\)\s*$/s || $lines[$close] ne "}\n";
		my ($type, $name) = ($1, $2);
		$type =~ s/\b(?:static|inline|extern|pg_noinline|pg_attribute_always_inline)\b//g;
		$type =~ s/^\s+|\s+$//g;
		next if $close - $first + 1 < $least || $type eq '' || $type =~ /\bstruct\b.*[^*]$/;
		my $value = $type eq 'void' ? '' : $type eq 'bool' ? ' ablate_value' : " ($type) {0}";
		chomp $lines[$open];
		$lines[$open] .= " if (ABLATED($number)) return$value;\n";
		print join("\t", $number++, $path, $name, $close - $first + 1, $type), "\n";
	}
	$lines[0] = "extern unsigned char ablate_reached[]; extern int ablate_number; extern _Bool ablate_value;\t"
	  . $lines[0];
	open my $out, '>', $path or die "$path: $!\n";
	print $out "#define ABLATED(n) (ablate_reached[n] = 1, __builtin_expect(ablate_number == (n), 0))\n#line 1\n", @lines;
	close $out;
}
