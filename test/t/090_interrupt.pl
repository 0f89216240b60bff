# What works on a memo can be ended at any point of its work, soon, and leaves
# nothing behind: statement_timeout at 50 points of the finalize of a memo of 3 MB,
# and at points of all that reads a memo, for text that is made to keep it busy.
# It measures time, so it is the last: little runs beside it.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $points = 50;
# ms; 5 to 45 where nothing else runs, most of it for the memory given back, which
# costs some machines much more, so that a point is late only when it was late three
# times
my $patience = ($ENV{COPT} // '') =~ /sanitize|-O0|coverage/ ? 2500 : 100;
my $tries = 3;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => [ '-E', 'UTF8', '--locale=C' ]);
$node->append_conf('postgresql.conf', 'autovacuum = off');
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION memocite; SELECT memo_init()');
$node->safe_psql('postgres', slurp_file('test/data/maple_court.sql'));

# The sample deal 100 times, with everything that it needs, and a long section.
$node->safe_psql('postgres', q{
	INSERT INTO memocite.deal(deal_id, name, metadata, policy) SELECT 2, name, metadata, policy FROM memocite.deal WHERE deal_id = 1;
	INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, tag, ingested_on)
	SELECT 2, doc_id, title, path, source_type, tag, ingested_on FROM memocite.document WHERE deal_id = 1;
	INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content, score)
	SELECT 2, passage_id, doc_id, page, content, score FROM memocite.passage WHERE deal_id = 1;
	INSERT INTO memocite.metric(deal_id, metric, variant, value, unit)
	SELECT 2, metric, variant, value, unit FROM memocite.metric WHERE deal_id = 1;
	INSERT INTO memocite.section(deal_id, section_key, title, position, body)
	SELECT 2, section_key || n, title, position * 1000 + n, body FROM memocite.section, generate_series(1, 100) AS n WHERE deal_id = 1;
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator, quote, claim_text, passage_id, confidence)
	SELECT 2, section_key || n, src_id, doc_id, page, locator, quote, claim_text, passage_id, confidence
	FROM memocite.claim, generate_series(1, 100) AS n WHERE deal_id = 1;
	INSERT INTO memocite.chart(deal_id, chart_id, section_key, confidence, config)
	SELECT 2, chart_id || n, section_key || n, confidence, config FROM memocite.chart, generate_series(1, 100) AS n WHERE deal_id = 1;
	INSERT INTO memocite.section(deal_id, section_key, position, body)
	VALUES (2, 'long', 9000, repeat(E'Net operating income of $4.2M supports the basis [SRC:1]. The roof is sound [SRC:1].\n\n', 12000));
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (2, 'long', 1, 'om', 12);
	ANALYZE});

my $finalize = q{SELECT memo_finalize(2, DATE '2026-06-30') ->> 'status'};
my $left = q{SELECT (SELECT count(*) FROM memocite.revision WHERE deal_id = 2)
	+ (SELECT count(*) FROM memocite.revision_section WHERE deal_id = 2)
	+ (SELECT count(*) FROM memocite.revision_detail WHERE deal_id = 2)};
my $memory = q{SELECT sum(total_bytes) FROM pg_backend_memory_contexts};

# Runs a script in one session; returns what it printed, and its errors.
sub session
{
	my ($script) = @_;
	my ($out, $err);

	$node->psql('postgres', "SET client_min_messages = error;\n$script", stdout => \$out, stderr => \$err,
		on_error_stop => 0, extra_params => ['-At']);
	return ($out, $err);
}

# How long it takes: the least of three, so that few of the points come too late.
my ($out, $err) = session("\\timing on\n" . "BEGIN;\n$finalize;\nROLLBACK;\n" x 3);
my ($whole) = sort { $a <=> $b } $out =~ /final\nTime: ([\d.]+) ms/g;
ok(defined $whole, 'the memo can be finalized') or diag("$out\n$err");

# The points at which a query that takes so long is to end.
sub limits
{
	my ($time, $count) = @_;

	return map { int($time * $_ / ($count + 1)) || 1 } 1 .. $count;
}

# A script that ends a query at some points, and does something after each.
sub ended
{
	my ($query, $after, @limits) = @_;

	return join('', map { "SET statement_timeout = $_;\n\\timing on\n$query;\n\\timing off\nSET statement_timeout = 0;\n$after" } @limits);
}

# How late a query ends here and now that looks for a cancel at each row.
sub server_late
{
	my @limits = (50, 100, 150, 200);
	my ($printed) = session(ended('SELECT count(*) FROM generate_series(1, 1000000000)', '', @limits));
	my ($worst) = sort { $b <=> $a } map { $_ - shift @limits } $printed =~ /Time: ([\d.]+) ms/g;

	return $worst // 0;
}

# Tells how late a query ended at its points: the least of some tries, and by no
# more than the machine itself is late.
sub soon
{
	my ($what, $late, $again) = @_;
	my @late;

	for (2 .. $tries)
	{
		@late = grep { $late->{$_} >= $patience } keys %$late or last;
		my $times = $again->(@late);
		$late->{$_} = $times->{$_} < $late->{$_} ? $times->{$_} : $late->{$_} for keys %$times;
	}
	my @worst = sort { $late->{$b} <=> $late->{$a} } keys %$late;
	my $allowed = $patience + (@worst && $late->{ $worst[0] } >= $patience ? server_late() : 0);
	cmp_ok(@worst ? $late->{ $worst[0] } : 0, '<', $allowed, "$what: the error comes soon");
	note("$what: ", join(', ', map { sprintf '%.1f ms late at %d ms', $late->{$_}, $_ } @worst[ 0 .. (@worst > 3 ? 3 : $#worst) ]));
	return;
}

my $clear = "SELECT 'left ' || ($left);\nDELETE FROM memocite.revision WHERE deal_id = 2;\nDELETE FROM memocite.revision_section WHERE deal_id = 2;\n";
my ($cancelled, $dirty) = (0, 0);

# How late the finalize ended at each of these points.
sub finalize_late
{
	my @limits = @_;
	my %late;

	($out, $err) = session("$memory;\n" . ended($finalize, $clear, @limits) . "$memory;\n");
	while ($out =~ /(final\n)?Time: ([\d.]+) ms.*\nleft (\d+)/g)
	{
		my ($finished, $time, $rows, $limit) = ($1, $2, $3, shift @limits);

		next if $finished;
		$cancelled++;
		$dirty++ if $rows > 0;
		$late{$limit} = $time - $limit;
	}
	is(scalar @limits, 0, 'the session lived through all of them') or diag($err);
	return \%late;
}

my $late = finalize_late(limits($whole, $points));
unlike($err, qr/ERROR:  (?!canceling statement due to statement timeout)/, 'no other error');
cmp_ok($cancelled, '>=', $points / 2, 'most came in time');
is($dirty, 0, 'no row was left behind');
note(sprintf '%d of %d points of %.0f ms', $cancelled, $points, $whole);

my ($before) = $out =~ /^(\d+)$/m;
my ($after) = $out =~ /^(\d+)\n?\z/m;
cmp_ok($after - $before, '<', 16 * 1024 * 1024, 'no memory was left behind');
soon("memo_finalize of $points points", $late, \&finalize_late);

is($node->safe_psql('postgres', "SET client_min_messages = error; $finalize"), 'final', 'and it can still be finalized');
is($node->safe_psql('postgres', 'SELECT count(*) FROM memo_verify(2) WHERE NOT ok'), '0', 'as a whole memo');

# Text that keeps the readers busy, and what reads it.
my @hostile = (
	[ 'brackets', q{repeat('[', 2000000)} ],
	[ 'nested brackets', q{repeat('[', 1000000) || repeat(']', 1000000)} ],
	[ 'URLs', q{repeat('https://a.b/c ', 70000)} ],
	[ 'URLs in cells', q{E'|a|b|\n|-|-|\n' || repeat(E'|https://a.b/c|www.a.b [SRC:1]|\n', 5000)} ],
	[ 'emphasis', q{repeat('*a **b ', 140000)} ],
	[ 'ampersands', q{repeat('&', 2000000)} ],
	[ 'tildes', q{repeat('~~a~ ', 200000)} ],
	[ 'links', q{repeat('[a](b)', 170000)} ],
	[ 'back-ticks', q{repeat('` ', 500000)} ],
	[ 'paragraphs', q{repeat(E'a\n\n', 300000)} ],
	[ 'a wide table', q{repeat('|a', 250000) || E'|\n' || repeat('|-', 250000) || E'|\n'} ],
	[ 'bars', q{repeat('|', 2000000)} ],
	[ 'blanks', q{repeat(' ', 2000000) || 'x'} ]);
my @readers = (
	[ 'memo_html', 'SELECT length(memo_html(3)) > 0' ],
	[ 'memo_prosemirror', 'SELECT memo_prosemirror(3) IS NOT NULL' ],
	[ 'memo_verify', 'SELECT count(*) FILTER (WHERE NOT ok) = 0 FROM memo_verify(3)' ],
	[ 'memo_import_markdown', 'SELECT count(*) > 0 FROM memo_import_markdown(4, (SELECT text FROM exported))' ]);

$node->safe_psql('postgres', q{
	CREATE TABLE exported(text text);
	INSERT INTO memocite.deal(deal_id, name) VALUES (3, 'Hostile'), (4, 'Imported');
	INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3, 'om', 'Offering');
	INSERT INTO memocite.section(deal_id, section_key) VALUES (3, 'a');
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (3, 'a', 1, 'om', 1)});
foreach my $text (@hostile)
{
	my ($what, $body) = @$text;

	$node->safe_psql('postgres', "SET client_min_messages = error; UPDATE memocite.section SET body = $body WHERE deal_id = 3; SELECT memo_finalize(3, DATE '2026-06-30');
		TRUNCATE exported; INSERT INTO exported SELECT memo_markdown(3)");
	foreach my $reader (@readers)
	{
		my ($name, $query) = @$reader;
		my ($times) = session("\\timing on\n" . "$query;\n" x 2);
		my ($least) = sort { $a <=> $b } $times =~ /t\nTime: ([\d.]+) ms/g;
		my $again = sub {
			my @limits = @_;
			my ($printed) = session(ended($query, '', @limits));
			my %times;

			while ($printed =~ /(t\n)?Time: ([\d.]+) ms/g)
			{
				my ($finished, $time, $limit) = ($1, $2, shift @limits);
				$times{$limit} = $finished ? 0 : $time - $limit;
			}
			return \%times;
		};

		ok(defined $least, "$name of $what") or next;
		soon("$name of $what", $again->(limits($least, 8)), $again);
	}
}

$node->stop;
done_testing();
