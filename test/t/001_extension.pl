# The life of the extension on a server of its own: made, preloaded, restarted,
# refused to others, removed.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;

# Not trusted: a role that may create in the database may still not create it.
$node->safe_psql('postgres', 'CREATE ROLE analyst LOGIN; GRANT ALL ON DATABASE postgres TO analyst');
my ($status, $out, $err) =
  $node->psql('postgres', 'CREATE EXTENSION memocite', extra_params => [ '-U', 'analyst' ]);
isnt($status, 0, 'only a superuser creates the extension');
like($err, qr/permission denied to create extension "memocite"/, 'and the error says so');

$node->safe_psql('postgres', 'CREATE EXTENSION memocite');
my ($default) = slurp_file('memocite.control') =~ /^default_version = '(.*)'/m;
is( $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'memocite'}),
	$default, 'the version created is the default one');

is( $node->safe_psql(
		'postgres',
		q{SELECT count(*) FROM pg_proc p
		  JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
		  JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'memocite'
		  WHERE obj_description(p.oid, 'pg_proc') IS NULL}),
	'0',
	'every function has a comment');

# Preloaded: starts, stops quickly, comes back after a crash.
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'memocite'");
$node->restart;
is($node->safe_psql('postgres', 'SHOW shared_preload_libraries'), 'memocite', 'the library can be preloaded');
my $before = time;
$node->stop('fast');
cmp_ok(time - $before, '<', 10, 'a fast stop is fast');
$node->start;
$node->stop('immediate');
$node->start;
is($node->safe_psql('postgres', 'SELECT 1'), '1', 'the server comes back after a crash');

# In a schema of one's own: functions that users call are there, and every call between them is
# found whatever the search_path is.
$node->safe_psql('postgres', 'CREATE DATABASE elsewhere');
$node->safe_psql('elsewhere', 'CREATE SCHEMA "My tools"; CREATE EXTENSION memocite SCHEMA "My tools"');
is( $node->safe_psql('elsewhere', q{SELECT pronamespace::regnamespace, count(*) > 40 FROM pg_proc WHERE proname ~ '^memo_' GROUP BY 1 ORDER BY 1}),
	qq{"My tools"|t\nmemocite_internal|t}, 'functions are in the schema named, helpers in memocite_internal');
is( $node->safe_psql('elsewhere', q{
		SET client_min_messages = error;
		SELECT "My tools".memo_init();
		INSERT INTO memocite.deal(deal_id, name) VALUES (1, 'Elsewhere');
		INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (1, 'om', 'OM.pdf');
		INSERT INTO memocite.section(deal_id, section_key, body) VALUES (1, 'market', 'Rents rose [SRC:1].');
		INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (1, 'market', 1, 'om', 3);
		SELECT "My tools".memo_work();
		SELECT "My tools".memo_markdown(1) LIKE '%Rents rose.[^1]%', "My tools".memo_snapshot(1),
			"My tools".memo_retry(1) #>> '{report,status}', count(*) FILTER (WHERE level NOT IN ('ok', 'info')) FROM "My tools".memo_doctor()}),
	"store is at version 1\n1\nt|1|final|0", 'it works there');

# Uninstalled, it leaves the store and what a LangGraph store has; installed again, it does what changed meanwhile.
$node->safe_psql('elsewhere', q{CREATE TABLE public.store(prefix text, key text, value jsonb); SELECT "My tools".memo_attach_store('public.store')});
($status, $out, $err) = $node->psql('elsewhere', 'DROP EXTENSION memocite');
like($err, qr/trigger memo_check on table memocite.deal depends on/, 'the extension is not dropped while triggers need it');
($status, $out, $err) = $node->psql('elsewhere', q{SELECT "My tools".memo_uninstall()});
like($out, qr/^DROP EXTENSION memocite needs no CASCADE now/, 'memo_uninstall drops what needs it');
like($err, qr/table public.store is detached\n.*SELECT memo_attach_store\('public.store', 'memo.\{deal\}.sections', 'content', 'claim_citations'\)/,
	'and how to attach a store again');
is( $node->safe_psql('elsewhere', q{
		DROP EXTENSION memocite;
		SELECT string_agg(nspname, ' ') FROM pg_namespace WHERE nspname ~ '^memocite';
		UPDATE memocite.section SET body = 'Rents fell [SRC:1].';
		SELECT count(*) FROM memocite.queue;
		CREATE EXTENSION memocite SCHEMA "My tools";
		SELECT "My tools".memo_init();
		SELECT stale FROM memocite.status;
		SELECT "My tools".memo_work();
		SELECT "My tools".memo_markdown(1) LIKE '%Rents fell.[^1]%', count(*) FROM memocite.coverage}),
	"memocite\n0\nstore is at version 1\nt\n1\nt|20", 'dropped without CASCADE, and back');

# Gone without a trace.
$node->safe_psql('postgres', 'DROP EXTENSION memocite');
is( $node->safe_psql('postgres', q{SELECT count(*) FROM pg_proc WHERE probin LIKE '%memocite%'}),
	'0', 'dropped, it leaves no function behind');
unlike(slurp_file($node->logfile), qr/PANIC|terminated by signal 11/, 'nothing crashed on the way');

$node->stop;
done_testing();
