# From version 0.1.0 with data: the script, the store, the memos.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

use FindBin;
use lib "$FindBin::Bin/lib";
use Lines;

my $node = PostgreSQL::Test::Cluster->new('upgrade');
$node->init(extra => [ '-E', 'UTF8', '--locale=C' ]);
$node->start;
sub sql { return $node->safe_psql($_[1] // 'postgres', $_[0]); }

# Everything that memo_init() and the scripts make, as text.
my $shape = q{
	SELECT string_agg(line, E'\n' ORDER BY line COLLATE "C") FROM (
		SELECT pg_get_functiondef(p.oid) || coalesce(obj_description(p.oid, 'pg_proc'), '') || coalesce(p.proacl::text, '') AS line
		FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
			JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'memocite'
		UNION ALL
		SELECT format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, col_description(c.oid, a.attnum))
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
		WHERE c.relnamespace = 'memocite'::regnamespace AND a.attname <> 'reviewer'
		UNION ALL
		SELECT format('%s: %s %s %s', c.relname, c.relkind, obj_description(c.oid, 'pg_class'), CASE c.relkind WHEN 'v' THEN pg_get_viewdef(c.oid) END)
		FROM pg_class c WHERE c.relnamespace = 'memocite'::regnamespace AND c.relname <> 'section_reviewer'
		UNION ALL
		SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
		WHERE c.relnamespace = 'memocite'::regnamespace AND NOT t.tgisinternal
		UNION ALL
		SELECT format('%s %s', o.conrelid::regclass, pg_get_constraintdef(o.oid)) FROM pg_constraint o WHERE o.connamespace = 'memocite'::regnamespace) AS s};

# A store of version 1, with a memo, users' own objects on it, and work waiting.
sql("CREATE EXTENSION memocite VERSION '0.1.0'");
is(sql('SELECT memo_init()'), 'store is at version 1', 'version 0.1.0 makes store version 1');
my ($out, $err);
$node->psql('postgres', slurp_file('test/data/maple_court.sql'), on_error_stop => 1, stdout => \$out, stderr => \$err);
sql(q{SELECT memo_finalize(1, DATE '2026-06-30');
	ALTER TABLE memocite.section ADD COLUMN reviewer text;
	CREATE INDEX section_reviewer ON memocite.section (reviewer);
	UPDATE memocite.section SET reviewer = 'Ann' WHERE deal_id = 1 AND section_key = 'risk';
	CREATE ROLE reader; GRANT SELECT ON memocite.status TO reader;
	CREATE VIEW waiting AS SELECT deal_id FROM memocite.status WHERE stale});
my $memo = sql('SELECT memo_markdown(1)');
like($memo, qr/^# Maple Court/, 'the newer library finalizes in a store of version 1');
is(sql(q{INSERT INTO memocite.deal(deal_id, name) VALUES (2, 'Blocks'); INSERT INTO memocite.document(deal_id, doc_id) VALUES (2, 'd');
	INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (2, 'a', 'd', 'One');
	SELECT blocks -> 0 ->> 'block_id' FROM memo_format_blocks(2)}), 'BLOCK_CITE_ID_1', 'and gives ids to blocks');
sql(q{SELECT memo_save_synthesis(2, '{"sections": {"a": "x"}}'), memo_save_synthesis(2, '{"note": "progress"}');
	UPDATE memocite.synthesis SET decision = 'complete'});
my $rows = q{SELECT string_agg(md5(t::text), ' ' ORDER BY t::text) FROM memocite.%s t};
my %before = map { $_ => sql(sprintf($rows, $_)) } qw(deal section claim document passage revision revision_section revision_detail footnote citation event);

sql('ALTER EXTENSION memocite UPDATE');
is(sql(q{SELECT ok, hint FROM memo_doctor() WHERE "check" = 'store'}),
	'f|The library needs version 2: ALTER EXTENSION memocite UPDATE; SELECT memo_init();', 'memo_doctor says what to do');
is(sql('SELECT memo_init()'), 'store is at version 2', 'memo_init migrates');
is(sql('SELECT version, extension_version FROM memocite.store_version ORDER BY version'), "1|0.1.0\n2|0.2.0", 'and writes it down');
is(sql('SELECT memo_init()'), 'store is at version 2', 'once');

for my $table (sort keys %before)
{
	is(sql(sprintf($rows, $table)), $before{$table}, "rows of $table are the same");
}
is(sql('SELECT memo_markdown(1)'), $memo, 'so is the memo');
is(sql('SELECT memo_replay(1)'), 't', 'it can be made again');
is(sql('SELECT stale FROM memocite.status WHERE deal_id = 1'), 't', 'what waited still waits');
is(sql('SELECT count(*) FROM waiting WHERE deal_id = 1'), 1, 'views of users live');
is(sql("SELECT has_table_privilege('reader', 'memocite.status', 'SELECT')"), 't', 'grants, too');
is(sql(q{SELECT memo_work(); SELECT queue_state FROM memocite.status WHERE deal_id = 1}), "1\nidle", 'the queue works');
is(sql(q{DELETE FROM memocite.passage WHERE deal_id = 2; INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (2, 'b', 'd', 'Two');
	SELECT blocks -> 0 ->> 'block_id' FROM memo_format_blocks(2)}), 'BLOCK_CITE_ID_2', 'ids from before the migration are not given again');
is(sql(q{SELECT memo_route(2, 'retry') ->> 'synthesis_version'}), 1, 'a synthesis of which no report can be made is not complete any more');
sql('SELECT memo_worker_start()');
is(sql(q{SELECT string_agg("check", ' ') FROM memo_doctor() WHERE NOT ok AND "check" <> 'preload'}), '', 'memo_doctor is content');
sql('SELECT memo_worker_stop()');

# A new installation is the same.
sql('CREATE DATABASE fresh');
sql('CREATE EXTENSION memocite; SELECT memo_init()', 'fresh');
sql("GRANT SELECT ON memocite.status TO reader", 'fresh');
is(lines_changed(sql($shape, 'fresh'), sql($shape)),
	'', 'a migrated database has the same objects as a new one');
is(sql("SELECT version FROM memocite.store_version ORDER BY 1 DESC LIMIT 1", 'fresh'), 2, 'at the same version');

# A store that is newer than the extension is left alone.
my ($status);
sql("INSERT INTO memocite.store_version VALUES (3, '9.9')", 'fresh');
($status, $out, $err) = $node->psql('fresh', 'SELECT memo_init()');
like($err, qr/the store has version 3, this extension knows up to 2/, 'memo_init refuses a newer store');

$node->stop;
done_testing();
