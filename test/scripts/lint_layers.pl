#!/usr/bin/perl
# lint_layers.pl [SRC [all]]: the rules of the house, one result a rule; what breaks a rule is
# printed before its result (all: also below the ceiling).  src/LAYERS says which folder
# may use which.
#
# What holds is proved by includes and by symbols: an object that needs a function of a
# folder that its own may not use breaks the rule, whatever its headers say.  Symbols are
# read from the objects of the last build; without one those rules are left out.
#
# A rule that does not hold yet has a ceiling: so many breaks there are today, and no more
# may come.  Who removes some lowers it; nobody raises one.
use strict;
use warnings;

my %ceilings = (
	'public headers of at most 250 lines' => 1,
);

# Who may include what is not ours; folders end in a slash.
my @homes = (
	['pcre2 only in regex.c', qr/^pcre2\.h$/, 'base/regex.c'],
	['jansson only in json.c', qr/^jansson\.h$/, 'base/json.c'],
	['SPI only in spi.c, session.c', qr{^executor/spi\.h$}, 'store/spi.c', 'worker/session.c'],
);
my @server_homes = ('store/', 'server/', 'worker/', 'memocite.c', 'base/base.h');
# Of the server's headers, those that come with libpgcommon and libpgport.
my $portable = qr{^(?:common|port|lib)/|^mb/pg_wchar\.h$};

my $src = shift // 'src';
my $tells_all = (shift // '') eq 'all';
my (%may, %found, $status);

sub told { my ($rule, $text) = @_; push @{ $found{$rule} }, $text; }

sub result
{
	my ($rule) = @_;
	my @breaks = @{ $found{$rule} // [] };
	my $ceiling = $ceilings{$rule} // 0;
	my $count = @breaks;
	my $is_kept = $count <= $ceiling;

	$#breaks = 39 if @breaks > 40 && !$tells_all;
	if (!$is_kept || $tells_all) { print "$_\n" for @breaks }
	printf "%s - %s%s\n", $is_kept ? 'ok' : 'not ok', $rule, $ceiling ? " ($count break it, at most $ceiling)" : '';
	$status = 1 unless $is_kept;
}

# ------------------------------------------------------------------ LAYERS

open my $layers, '<', "$src/LAYERS" or die "$src/LAYERS: $!\n";
while (<$layers>)
{
	s/#.*//;
	next unless /^(\w+):\s*(.*?)\s*$/;
	my ($folder, @below) = ($1, split ' ', $2);
	exists $may{$_} or told('LAYERS names folders from the ground up', "$folder uses $_, which is not above it in the file") for @below;
	$may{$folder} = { map { $_ => 1 } $folder, @below };
}
$may{''} = { map { $_ => 1 } keys %may };	# memocite.c

sub folder_of { my ($file) = @_; return $file =~ m{^(\w+)/} ? $1 : ''; }
sub is_at_home { my ($file, @at) = @_; return scalar grep { substr($file, 0, length) eq $_ } @at; }

# ------------------------------------------------------------------- texts

sub check_include
{
	my ($file, $line, $header) = @_;
	my $folder = folder_of($file);
	my $where = "$src/$file:$line";

	my ($owner, $name, $kind) = $header =~ m{^(\w+)/(\w+)\.(h|inc|def)$};
	if ($owner && $may{$owner})
	{
		told('folders include only those below them', "$where: $folder may not use $owner") unless $may{$folder}{$owner};
		told('a folder has one public header', "$where: $header is private to $owner")
			if $owner ne $folder && !($kind eq 'h' && $name eq $owner);
		return;
	}
	for my $home (@homes)
	{
		my ($rule, $pattern, @at) = @$home;
		told($rule, "$where includes $header") if $header =~ $pattern && !is_at_home($file, @at);
	}
	told('headers of the server at home', "$where includes $header")
		if $header =~ /\.h$/ && $header !~ $portable && -e server_include() . "/$header" && !is_at_home($file, @server_homes);
}

my $include_dir;
sub server_include
{
	$include_dir //= do { my $config = $ENV{PG_CONFIG} // 'pg_config'; my $dir = `$config --includedir-server`; chomp $dir; $dir };
	return $include_dir;
}

# A list of texts that a .c file holds.
sub check_words
{
	my ($file, $text) = @_;

	while ($text =~ /^[^\n;(]*\bchar\s*\*\s*(?:const\s+)?(\w+)\[[^\n]*\]\s*=\s*\{(.*?)\}\s*;/msg)
	{
		my ($name, $words) = ($1, $2);
		my $count = () = $words =~ /"(?:[^"\\]|\\.)*"\s*(?:,|$)/g;
		told('word lists of at most 12', "$src/$file: $name has $count words") if $count > 12;
	}
}

# A comment that names a file helps only where the file is; a header's banners name its own.
my %files;
m{([^/]+)/([^/]+)$} and $files{$2}{$1} = 1 for glob "$src/*.[ch] $src/*/*.[ch] $src/../test/*/*.[ch]";
sub check_names
{
	my ($file, $line, $text) = @_;

	while ($text =~ m{((?:\w+/)*)(\w\w+\.[ch])\b}g)
	{
		my ($path, $name) = ($1, $2);
		my $folder = $path =~ m{(\w+)/$} ? $1 : $text =~ m{^/\* --} ? folder_of($file) : '';
		next if $files{$name} && (!$folder || $files{$name}{$folder}) || $path && -e server_include() . "/$path$name";
		told('comments name files that are there', "$src/$file:$line: there is no $path$name");
	}
}

sub check_file
{
	my ($file) = @_;
	my $folder = folder_of($file);
	my $lines = 0;

	open my $in, '<', "$src/$file" or die "$src/$file: $!\n";
	my @text = <$in>;
	told('folders are in LAYERS', "$src/$file: there is no folder $folder in LAYERS") unless $may{$folder};
	for (@text)
	{
		$lines++;
		check_include($file, $lines, $1) if /^\s*#\s*include\s*[<"]([^>"]+)[>"]/;
		check_names($file, $lines, $_) unless /^\s*#\s*include/;
		told('no extern in a .c file', "$src/$file:$lines") if /^\s*extern\b/ && $file =~ /\.c$/;
		told('FRONTEND only in base.h', "$src/$file:$lines") if /^\s*#\s*(?:el)?if.*\bFRONTEND\b/ && $file ne 'base/base.h';
		my $wide = $_;
		chomp $wide;
		utf8::decode($wide);
		1 while $wide =~ s/^([^\t]*)\t/$1 . ' ' x (4 - length($1) % 4)/e;
		told('lines of at most 100 columns', "$src/$file:$lines has " . length($wide)) if length($wide) > 100;
	}
	my $limit = 550;
	told('files of at most 550 lines', "$src/$file has $lines lines") if $file =~ /\.c$/ && $lines > $limit;
	$limit = $file eq 'memo/memo.h' || $file eq 'markdown/markdown.h' ? 430 : 250;
	told('public headers of at most 250 lines', "$src/$file has $lines lines") if $file eq "$folder/$folder.h" && $lines > $limit;
	check_words($file, join '', @text) if $file =~ /\.c$/;
}

# ----------------------------------------------------------------- symbols

my (%home, %wants, %taken);

sub read_objects
{
	my @objects = grep { -e s/o$/c/r } @_;	# not of files that are gone

	return unless @objects;
	for (`nm -A @objects`)
	{
		my ($file, $type, $symbol) = m{^\Q$src\E/(\S+)o:\S*\s+(\w) (\w+)$} or next;

		if ($type =~ /[TDBRC]/) { $home{$symbol} = "${file}c" }
		elsif ($symbol eq 'json_object') { told('no json_object(): of jansson and of the server', "$src/${file}c calls it") }
		elsif ($type eq 'U') { $wants{"${file}c"}{$symbol} = 1 }
	}
}

sub check_calls
{
	for my $file (sort keys %wants)
	{
		my $folder = folder_of($file);

		for my $symbol (sort keys %{ $wants{$file} })
		{
			my $owner = $home{$symbol} or next;
			$taken{$folder}{ folder_of($owner) } = 1;
			told('folders call only those below them', "$src/$file uses $symbol of $owner") unless $may{$folder}{ folder_of($owner) };
		}
	}
}

# What the headers and lists of a folder declare: types, macros, constants, inline functions.
sub names_of
{
	my ($folder) = @_;
	my $text = join '', map { open my $in, '<', $_ or die "$_: $!\n"; <$in> } glob "$src/$folder/*.h $src/$folder/*.def";
	return ($text =~ /^\} (\w+);|\btypedef [^;{]*?(\w+);|#\s*define (\w+)|^\t([A-Z][A-Z0-9_]+)\b|^(\w+)\(|X\((\w+)/mg);
}

# LAYERS names exactly what is used, by a call or by a name: else nobody sees that a folder
# begins to use another.
sub check_arrows
{
	for my $folder (sort grep { $_ } keys %may)
	{
		my @unused = grep { $_ ne $folder && !$taken{$folder}{$_} } sort keys %{ $may{$folder} } or next;
		my $text = join '', map { open my $in, '<', $_ or die "$_: $!\n"; <$in> } glob "$src/$folder/*.[ch]";

		$text =~ s{/\*.*?\*/|"(?:[^"\\\n]|\\.)*"}{}gs;
		my %uses = map { $_ => 1 } $text =~ /\w+/g;
		for my $below (@unused)
		{
			told('every arrow of LAYERS is taken', "$src/LAYERS: $folder uses nothing of $below") unless grep { defined && $uses{$_} } names_of($below);
		}
	}
}

# Files that call each other, in a ring or to and fro: those that reach each other.
sub check_circles
{
	my (%calls, %reach, %seen);

	for my $file (keys %wants)
	{
		my %to = map { $home{$_} => 1 } grep { $home{$_} && $home{$_} ne $file } keys %{ $wants{$file} };
		$calls{$file} = [sort keys %to];
	}
	for my $file (keys %calls)
	{
		my @open = @{ $calls{$file} };

		while (defined(my $next = shift @open))
		{
			push @open, @{ $calls{$next} // [] } unless $reach{$file}{$next}++;
		}
	}
	for my $file (sort keys %calls)
	{
		next if $seen{$file} || !$reach{$file}{$file};
		my @circle = grep { $reach{$file}{$_} && $reach{$_}{$file} } sort keys %calls;

		$seen{$_} = 1 for @circle;
		told('no circles of calls between files', "$src/$_ is in the circle @circle") for @circle;
	}
}

# ------------------------------------------------------------------- house

check_house();
sub check_house
{
	check_file($_) for map { s{^\Q$src\E/}{}r } sort glob "$src/*.[ch] $src/*/*.[ch]";
	read_objects(sort glob "$src/*.o $src/*/*.o");
	check_calls();
	check_arrows() if %wants;
	check_circles();
}

result($_) for 'LAYERS names folders from the ground up', 'folders are in LAYERS', 'folders include only those below them',
	'a folder has one public header', (map { $_->[0] } @homes), 'headers of the server at home', 'FRONTEND only in base.h',
	'no extern in a .c file', 'public headers of at most 250 lines', 'files of at most 550 lines',
	'lines of at most 100 columns', 'word lists of at most 12', 'comments name files that are there';
if (%wants) { result($_) for 'no json_object(): of jansson and of the server', 'folders call only those below them', 'every arrow of LAYERS is taken', 'no circles of calls between files' }
exit($status ? 1 : 0);
