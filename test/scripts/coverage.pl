#!/usr/bin/perl
# coverage.pl [-l] PERCENT LINES: from what gcov --json-format prints, the share of
# lines run in each file of src/, in each folder and in all of them. A line of a
# header counts once, however many files include it. Ends with 1 when all are
# under PERCENT or over LINES. With PERCENT 0 only lines are counted.
#   -l  also the functions that were never called and the lines never run
use strict;
use warnings;
use JSON::PP;

my $list = @ARGV && $ARGV[0] eq '-l' ? shift : '';
my ($least, $most) = @ARGV;

# Calls by file and line: of lines, and of functions where they begin.
my (%lines, %functions, %names);
while (my $json = <STDIN>)
{
	for my $file (@{ decode_json($json)->{files} })
	{
		my $path = $file->{file};
		next if $path !~ m{^src/};
		$lines{$path}{ $_->{line_number} } += $_->{count} for @{ $file->{lines} };
		for my $function (@{ $file->{functions} })
		{
			$functions{$path}{ $function->{start_line} } += $function->{execution_count};
			$names{$path}{ $function->{start_line} } = $function->{name};
		}
	}
}

sub percent { return 100 * $_[0] / $_[1]; }

# 3, 5, 6, 7 -> "3 5-7"
sub ranges
{
	my @ranges;
	for my $line (@_)
	{
		if (@ranges && $ranges[-1][1] == $line - 1) { $ranges[-1][1] = $line; }
		else { push @ranges, [ $line, $line ]; }
	}
	return join ' ', map { $_->[0] == $_->[1] ? $_->[0] : "$_->[0]-$_->[1]" } @ranges;
}

my ($run, $all) = (0, 0);
my (%folder_run, %folder_all);
for my $path (sort keys %lines)
{
	my @missed = sort { $a <=> $b } grep { !$lines{$path}{$_} } keys %{ $lines{$path} };
	my $count = keys %{ $lines{$path} };
	my ($folder) = $path =~ m{^src/(?:(.*)/)?};
	$folder_run{ $folder // '.' } += $count - @missed;
	$folder_all{ $folder // '.' } += $count;
	$run += $count - @missed;
	$all += $count;
	next if !$least;
	printf "%5.1f %% of %5d lines  %s\n", percent($count - @missed, $count), $count, $path;
	next if !$list;
	print "        never called: $names{$path}{$_} (line $_)\n"
	  for sort { $a <=> $b } grep { !$functions{$path}{$_} } keys %{ $functions{$path} };
	print '        never run: ', ranges(@missed), "\n" if @missed;
}
die "no counters\n" if !$all;
my $share = sub { return $least ? sprintf '%5.1f %% of ', percent(@_) : ''; };
printf "%s%5d lines  src/%s/\n", $share->($folder_run{$_}, $folder_all{$_}), $folder_all{$_}, $_
  for sort { $folder_all{$b} <=> $folder_all{$a} || $a cmp $b } keys %folder_all;
printf "%s%5d lines in all, at most %d\n", $share->($run, $all), $all, $most;
exit($all > $most || ($least && percent($run, $all) < $least));
