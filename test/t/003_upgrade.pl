# From versions 0.1.0 and 0.2.0 with data: the scripts, the store, the memos.
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
		SELECT format('%s: %s %s %s', c.relname, c.relkind, obj_description(c.oid, 'pg_class'), CASE c.relkind WHEN 'v' THEN regexp_replace(pg_get_viewdef(c.oid), ' AS (int4|text)\\M', '', 'g') END)
		FROM pg_class c WHERE c.relnamespace = 'memocite'::regnamespace AND c.relname <> 'section_reviewer'
		UNION ALL
		SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
		WHERE c.relnamespace = 'memocite'::regnamespace AND NOT t.tgisinternal
		UNION ALL
		SELECT format('%s %s', o.conrelid::regclass, pg_get_constraintdef(o.oid)) FROM pg_constraint o WHERE o.connamespace = 'memocite'::regnamespace) AS s};

# Everything that a migration must leave as it is: rows, memos, users' own objects, work that waits.
my $rows = q{SELECT string_agg(md5(t::text), ' ' ORDER BY t::text) FROM (SELECT %s FROM memocite.%s) t};
my @tables = qw(deal document passage block section claim metric insight chart synthesis src_range policy revision_section
	revision_detail footnote citation event);
# columns that the migration adds
my %columns = (revision_detail => q{to_jsonb(revision_detail) - '{cit_quote_verified,cit_figures,cit_figures_supported,grade_figures,grade_figures_supported}'::text[]},
	citation => q{to_jsonb(citation) - '{figures,figures_supported}'::text[]}, deal => q{to_jsonb(deal) - 'ignored_context'});
sub rows_of { my ($db) = @_; return map { $_ => sql(sprintf($rows, $columns{$_} // '*', $_), $db) } @tables; }
my $revisions = sprintf($rows, 'deal_id, revision, name, status, manifest, as_of, input_sha256, policy, extension_version, report, pinned, created_at', 'revision');

# A dump of version 0.2.0, as its pg_dump wrote it, is restored where 0.3.0 is installed.
sql('CREATE DATABASE restored');
my $dump = PostgreSQL::Test::Utils::tempdir . '/store_0.2.0.sql';
system("gzip -dc test/data/store_0.2.0.sql.gz > $dump") == 0 or die 'no gzip';
$node->command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('restored'), '-f', $dump ], 'a dump of 0.2.0 restores');
my ($status, $out, $err) = $node->psql('restored', q{SELECT memo_finalize(42)});
like($err, qr/the store has version 2, this library needs 3\nHINT:.*memo_init/, 'memo_finalize says what to do');
is(sql(q{SELECT ok, hint FROM memo_doctor() WHERE "check" = 'store'}, 'restored'),
	'f|The library needs version 3: ALTER EXTENSION memocite UPDATE; SELECT memo_init();', 'so does memo_doctor');
is(sql(q{UPDATE memocite.section SET score = 0.5 WHERE section_key = 'risk' RETURNING parse_quality}, 'restored'), 'full', 'agents may write meanwhile');
sql(q{ALTER TABLE memocite.section ADD COLUMN reviewer text;
	CREATE INDEX section_reviewer ON memocite.section (reviewer);
	CREATE ROLE reader; GRANT SELECT ON memocite.status TO reader;
	CREATE VIEW waiting AS SELECT deal_id FROM memocite.status WHERE stale}, 'restored');
my %before = rows_of('restored');
my $revisions_before = sql($revisions, 'restored');
sql(q{SET memocite.restoring = on; INSERT INTO memocite.deal(deal_id, name) VALUES (43, 'As stored');
	INSERT INTO memocite.metric VALUES (43, 'DSCR', '', 1.2, NULL), (43, 'dscr', '', 1.3, NULL), (43, 'LTV', '', 0.65, NULL)}, 'restored');
is(sql('SELECT memo_init()', 'restored'), 'store is at version 3', 'memo_init migrates');
is(sql('SELECT version, extension_version FROM memocite.store_version ORDER BY version', 'restored'), "1|0.2.0\n2|0.2.0\n3|0.3.0", 'and writes it down');
is(sql('SELECT memo_init()', 'restored'), 'store is at version 3', 'once');
is(sql('SELECT metric, value FROM memocite.metric WHERE deal_id = 43 ORDER BY metric', 'restored'), "dscr|1.2\nltv|0.65",
	'of a metric in two cases the row stays that was read; a fraction is left alone');
sql('DELETE FROM memocite.deal WHERE deal_id = 43', 'restored');
my %after = rows_of('restored');
is($after{$_}, $before{$_}, "rows of $_ are the same") for @tables;
is(sql($revisions, 'restored'), $revisions_before, 'those of revision, too');
my $memo = sql('SELECT memo_markdown(42)', 'restored');
like($memo, qr/^# Maple Court\n.*\[\^1\]: Offering Memorandum, p\. 12 .*"in-place net operating income of \$4\.2 million"/s, 'the memo can be read');
is(sql('SELECT count(*) FROM memo_verify(42) WHERE NOT ok', 'restored'), 0, 'and holds');
like(sql('SELECT memo_html(42)', 'restored'), qr/<li id="memo-42-n1"[^\n]*&quot;in-place net operating income of \$4\.2 million&quot; <span class="badge verified">/,
	'its page shows the quote');
($status, $out, $err) = $node->psql('restored', 'SELECT memo_replay(42)');
like($err, qr/the revision was made by version 0\.2\.0, this is 0\.3\.0/, 'it cannot be made again by another version, and says so');
is(sql('SELECT stale FROM memocite.status WHERE deal_id = 42', 'restored'), 't', 'what waited still waits');
is(sql('SELECT count(*) FROM waiting WHERE deal_id = 42', 'restored'), 1, 'views of users live');
is(sql("SELECT has_table_privilege('reader', 'memocite.status', 'SELECT')", 'restored'), 't', 'grants, too');
is(sql(q{SELECT memo_work(); SELECT revision, queue_state FROM memocite.status WHERE deal_id = 42}, 'restored'), "1\n3|idle", 'the queue works');
is(sql('SELECT memo_replay(42)', 'restored'), 't', 'the new memo can be made again');

# From version 0.1.0, with data but no memo.
sql("CREATE EXTENSION memocite VERSION '0.1.0'");
is(sql('SELECT memo_init()'), 'store is at version 1', 'version 0.1.0 makes store version 1');
$node->psql('postgres', slurp_file('test/data/maple_court.sql'), on_error_stop => 1, stdout => \$out, stderr => \$err);
sql(q{INSERT INTO memocite.deal(deal_id, name) VALUES (2, 'Blocks'); INSERT INTO memocite.document(deal_id, doc_id) VALUES (2, 'd');
	INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (2, 'a', 'd', 'One');
	INSERT INTO memocite.block(deal_id, block_id, passage_id, content) VALUES (2, 1, 'a', 'One');
	INSERT INTO memocite.synthesis(deal_id, version, payload, sha256, decision)
	SELECT 2, version, payload::json, sha256(payload::bytea), 'complete' FROM (VALUES (1, '{"sections": {"a": "x"}}'), (2, '{"note": "progress"}')) v(version, payload);
	INSERT INTO memocite.revision_section SELECT 1, 1, 'risk', 'Of a revision that is deleted.', '', '[]', ''});
my @inputs = grep { !/^(revision|footnote|citation|event|synthesis)/ } @tables;
%before = map { $_ => sql(sprintf($rows, $columns{$_} // '*', $_)) } @inputs;
sql('ALTER EXTENSION memocite UPDATE');
is(sql('SELECT memo_init()'), 'store is at version 3', 'memo_init migrates');
is(sql('SELECT version, extension_version FROM memocite.store_version ORDER BY version'), "1|0.1.0\n2|0.3.0\n3|0.3.0", 'and writes it down');
is(sql(sprintf($rows, $columns{$_} // '*', $_)), $before{$_}, "rows of $_ are the same") for @inputs;
is(sql(q{SELECT memo_finalize(1, DATE '2026-06-30') ->> 'status'}), 'final', 'the deal can be finalized, whatever deleted revisions had left');
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
is(lines_changed(sql($shape, 'fresh'), sql($shape, 'restored')), '', 'and so has a restored one');
is(sql("SELECT version FROM memocite.store_version ORDER BY 1 DESC LIMIT 1", 'fresh'), 3, 'at the same version');

# A store that is newer than the extension is left alone.
sql("INSERT INTO memocite.store_version VALUES (4, '9.9')", 'fresh');
($status, $out, $err) = $node->psql('fresh', 'SELECT memo_init()');
like($err, qr/the store has version 4, this extension knows up to 3/, 'memo_init refuses a newer store');

$node->stop;
done_testing();
