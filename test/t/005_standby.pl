# A hot standby reads memos as its primary does, says of each writer that it
# cannot write there, and starts the worker when it is promoted.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 1, extra => [ '-E', 'UTF8', '--locale=C' ]);
$primary->append_conf('postgresql.conf', "shared_preload_libraries = 'memocite'\nmemocite.databases = ''\nmemocite.debounce = 100");
$primary->start;
$primary->safe_psql('postgres', 'CREATE EXTENSION memocite; SELECT memo_init()');
$primary->safe_psql('postgres', slurp_file('test/data/maple_court.sql'));
$primary->safe_psql('postgres', q{SELECT memo_finalize(1, DATE '2026-06-30');
	UPDATE memocite.section SET body = body || ' More.' WHERE deal_id = 1 AND section_key = 'risk';
	SELECT memo_finalize(1, DATE '2026-06-30');
	SELECT memo_snapshot(1);
	INSERT INTO memocite.deal(deal_id, name) VALUES (2, 'Waits')});
$primary->backup('base');

my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->append_conf('postgresql.conf', "memocite.databases = 'postgres'");
$standby->start;
$primary->safe_psql('postgres', q{INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2, 'risk', 'Rents rose.')});
$primary->wait_for_catchup($standby, 'replay', $primary->lsn('insert'));

my @readers = (
	'memo_markdown(1)', 'memo_markdown(1, 1)', 'memo_html(1)', 'memo_prosemirror(1)', 'memo_report(1)', 'memo_policy(1)',
	q{memo_finalize(1, DATE '2026-06-30', dry_run => true) ->> 'body'}, 'memo_replay(1)', 'memo_metric_schema(1)', 'memo_load_synthesis(1)', 'memocite_internal.memo_catalogues()',
	map { "(SELECT string_agg(r::text, E'\\n') FROM $_ AS r)" } 'memo_verify(1)', 'memo_diff(1)', 'memo_trace(1, 1)', 'memo_collisions(1)',
	'memo_retries(1)', 'memo_check_quotes(1)', 'memo_decision_coverage(1)', q{memo_check_prose(1, 'The IRR is 99%.')},
	q{memo_cite_answer(1, 'Rents rose [SRC:1].')}, 'memocite.citation', 'memocite.status', 'memocite.waterfall', 'memocite.metrics');
for my $reader (@readers)
{
	my $name = $reader =~ s/^\(.* FROM (.*) AS r\)$/$1/r;
	my $expected = $primary->safe_psql('postgres', "SELECT $reader");
	is($standby->safe_psql('postgres', "SELECT $reader"), $expected, "$name: the same")
	  unless $name eq 'memocite.metrics';
	isnt($expected, '', "$name: something") if $name =~ /markdown|verify|citation|status|metrics/;
}

for my $writer ('memo_finalize(1)', 'memo_init()', 'memo_work()', 'memo_pin(1, 1)', q{memo_reserve_src_ids(1, 'a', 2)},
	'memo_snapshot(1)', 'memo_requeue(1)')
{
	my ($status, $out, $err) = $standby->psql('postgres', "SELECT $writer");
	isnt($status, 0, "$writer fails");
	like($err, qr/ERROR:  cannot execute .* (?:during recovery|in a read-only transaction)/, "$writer says why");
}
is($standby->safe_psql('postgres', q{SELECT string_agg("check" || ': ' || detail, ' ') FROM memo_doctor() WHERE level NOT IN ('ok', 'info')}),
	'', 'memo_doctor finds the store in order');
is($standby->safe_psql('postgres', "SELECT count(*) FROM pg_stat_activity WHERE backend_type LIKE 'memocite%'"), 0, 'no worker runs');

$standby->promote;
ok($standby->poll_query_until('postgres', "SELECT count(*) = 1 FROM memocite.revision WHERE deal_id = 2"), 'promoted, it finalizes what waits');
is($standby->safe_psql('postgres', 'SELECT bool_and(ok) FROM memo_verify(2)'), 't', 'and well');
unlike(slurp_file($standby->logfile), qr/PANIC|terminated by signal/, 'nothing crashed');
$standby->stop;
$primary->stop;
done_testing();
