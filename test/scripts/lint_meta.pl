#!/usr/bin/perl
# lint_meta.pl FILE: prints what in a META.json is not as the PGXN meta spec
# 1.0.0 (https://pgxn.org/spec) wants it: keys that are missing or unknown,
# values of another form, files that are not there.
use strict;
use warnings;
use JSON::PP;

my ($file) = @ARGV;
open my $in, '<', $file or die "could not open $file: $!\n";
my $meta = decode_json(do { local $/; <$in> });

my $text = qr/^.+$/s;
my $term = qr/^[^\s\/\\[:cntrl:]]{2,}$/;
my $tag = qr/^[^\/\\[:cntrl:]]{2,255}$/;
my $number = qr/(?:0|[1-9]\d*)/;
my $version = qr/$number\.$number\.$number(?:-[0-9A-Za-z.-]+)?/;
my $range = qr/^(?:0|(?:[<>=!]=?\s*)?$version)(?:,\s*(?:[<>=!]=?\s*)?$version)*$/;
my $path = qr/^(?!\/)(?!.*\.\.\/)[^\\]+$/;

# What a key holds: a pattern for its text, or its own keys, or [what each
# element is]. * is any key; ! at the end of a key, it must be there.
my $extension = { 'file!' => $path, 'version!' => qr/^$version$/, abstract => $text, docfile => $path };
my $relation = { '*' => $range };
my $phase = { map { $_ => $relation } qw(requires recommends suggests conflicts) };
my $spec = {
	'name!' => $term,
	'version!' => qr/^$version$/,
	'abstract!' => $text,
	'maintainer!' => $text,
	'license!' => qr/^(?:agpl_3|apache_[12]_[01]|artistic_[12]|bsd|freebsd|gfdl_1_[23]|gpl_[123]|lgpl_[23]_[01]|mit|
		mozilla_1_[01]|openssl|perl_5|postgresql|qpl_1_0|ssleay|sun|zlib|open_source|restricted|unrestricted|unknown)$/x,
	'provides!' => { '*' => $extension },
	'meta-spec!' => { 'version!' => qr/^1\.0\.\d+$/, url => qr{^https?://} },
	description => $text,
	generated_by => $text,
	release_status => qr/^(?:stable|testing|unstable)$/,
	tags => [$tag],
	prereqs => { map { $_ => $phase } qw(configure build test runtime develop) },
	resources => {
		homepage => qr{^https?://},
		bugtracker => { web => qr{^https?://}, mailto => qr/@/ },
		repository => { url => qr{^\w+://}, web => qr{^https?://}, type => qr/^[a-z]+$/ },
	},
};

# Prints what at a place does not fit.
sub compare
{
	my ($value, $wanted, $where) = @_;

	if (ref $wanted eq 'Regexp')
	{
		print "$where: not a text\n" if ref $value;
		print "$where: $value\n" if !ref $value && ($value // '') !~ $wanted;
	}
	elsif (ref $wanted eq 'ARRAY')
	{
		return print "$where: not an array\n" if ref $value ne 'ARRAY' || !@$value;
		compare($value->[$_], $wanted->[0], "$where\[$_]") for 0 .. $#$value;
	}
	else
	{
		return print "$where: not an object\n" if ref $value ne 'HASH' || !%$value;
		for my $key (sort keys %$value)
		{
			my $inner = $wanted->{$key} // $wanted->{"$key!"} // $wanted->{'*'};
			if ($inner) { compare($value->{$key}, $inner, "$where.$key"); }
			elsif ($key !~ /^x_./i) { print "$where: unknown key $key\n"; }
		}
		for my $key (grep { s/!$// } map { "$_" } sort keys %$wanted)
		{
			print "$where: no $key\n" if !exists $value->{$key};
		}
	}
}

compare($meta, $spec, $file);
for my $provided (values %{ $meta->{provides} })
{
	for my $needed (grep { defined } @$provided{qw(file docfile)})
	{
		print "$file: there is no $needed\n" if !-f $needed;
	}
}
