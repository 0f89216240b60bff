# memocite beside a server that loads no C (examples/sidecar): two servers, of which the
# application's has only PostgreSQL's own extensions. What arrives there and what does not.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $extensions = qx($ENV{PG_CONFIG} --sharedir) =~ s/\n//r . '/extension';
plan skip_all => "this server has no postgres_fdw and dblink" if grep { !-e "$extensions/$_.control" } 'postgres_fdw', 'dblink';

my $memocite = PostgreSQL::Test::Cluster->new('memocite');
$memocite->init(extra => [ '-E', 'UTF8', '--locale=C' ]);
$memocite->append_conf('postgresql.conf', "shared_preload_libraries = 'memocite'\nmemocite.databases = 'postgres'\nmemocite.debounce = 100");
my $application = do {
	local $ENV{TEMP_CONFIG};	# has what finds memocite
	my $node = PostgreSQL::Test::Cluster->new('application');
	$node->init(extra => [ '-E', 'UTF8', '--locale=C' ]);
	$node;
};
# a mapped role that is no superuser must give a password
for my $node ($memocite, $application)
{
	append_to_file($node->data_dir . '/pg_hba.conf.new', "local all sidecar,memo scram-sha-256\n" . slurp_file($node->data_dir . '/pg_hba.conf'));
	rename $node->data_dir . '/pg_hba.conf.new', $node->data_dir . '/pg_hba.conf';
	$node->start;
}
sub there { return $memocite->safe_psql('postgres', $_[0]); }

# run NODE, FILE, variable => value ...: a script of examples/sidecar against the other server.
sub run_script
{
	my ($node, $other, $file, %variables) = @_;
	%variables = (host => $other->host, port => $other->port, dbname => 'postgres', password => 'secret', %variables);
	$node->command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres'),
		(map { ('-v', "$_=$variables{$_}") } sort keys %variables), '-f', "examples/sidecar/$file" ], "$file runs");
}

# The application's role: of its session (status, output, errors), or what a statement prints.
sub session
{
	my ($sql) = @_;
	return $application->psql('postgres', $sql, extra_params => [ '-U', 'app' ]);
}
sub here
{
	my ($status, $out, $err) = session($_[0]);
	die "$_[0]: $err" if $status;
	return $out;
}

is($application->safe_psql('postgres', "SELECT count(*) FROM pg_available_extensions WHERE name = 'memocite'"), 0, 'the application has no memocite');
there(q{CREATE EXTENSION memocite; CREATE ROLE memo_owner; SELECT memo_grant('memo_owner', 'operator');
	GRANT CREATE ON DATABASE postgres TO memo_owner; SET ROLE memo_owner; SELECT memo_init(); RESET ROLE;
	CREATE ROLE sidecar LOGIN PASSWORD 'secret'; SELECT memo_grant('sidecar', 'writer')});
$application->safe_psql('postgres', 'CREATE ROLE app LOGIN');

# Way A: the application writes, and the worker where memocite is makes the memo.
run_script($application, $memocite, 'application.sql', user => 'sidecar', role => 'app');
here(q{INSERT INTO memo.deal(deal_id, name) VALUES (7, 'Maple Court');
	INSERT INTO memo.document(deal_id, doc_id, title) VALUES (7, 'om', 'Offering Memorandum');
	INSERT INTO memo.passage(deal_id, passage_id, doc_id, page, content) VALUES (7, 'om-12', 'om', 12, 'The in-place NOI is $4.2 million.')});
is(there('SELECT source_type, metadata, src_id IS NULL FROM memocite.document'), 'other|{}|t', 'what the foreign table has not gets its default');
my ($status, $out, $err) = session(q{SELECT parse_quality, markers, unknown_ids FROM memo.put_section(7, 'financial', 'NOI of $4.2M [SRC:1] is in place [SRC:7].',
	'[{"src_id": 1, "doc_id": "om", "page": 12, "passage_id": "om-12", "quote": "in-place NOI is $4.2 million", "colour": "red"}]')});
is($out, 'full|2|{7}', 'a section is checked at once, as memo_put_section does');
is($err, '', 'a WARNING does not arrive');
ok($application->poll_query_until('postgres', q{SET ROLE app; SELECT coalesce(bool_or(revision = 1 AND NOT stale), false) FROM memo.status WHERE deal_id = 7}, "SET\nt"),
	'the worker there makes the memo');
is(here('SELECT memo.markdown(7)'), there('SELECT memo_markdown(7)'), 'which is read here');
like(here('SELECT memo.markdown(7)'), qr/NOI of \$4\.2M\[\^1\] is in place\..*Offering Memorandum, p\. 12/s, 'with its note');
is(here('SELECT status, queue_state FROM memo.status'), 'held|idle', 'status says how it stands');
is(here('SELECT reason, section_key, text FROM memo.holds(7)'), 'lost_citations|financial|[SRC:7]', 'and memo.holds by what it is held');
is(here(q{UPDATE memo.deal SET name = 'Maple Court II' WHERE deal_id = 7; SELECT name FROM memo.deal}), 'Maple Court II', 'rows are changed');

# What a foreign table of all columns does.
$application->safe_psql('postgres', q{CREATE USER MAPPING FOR CURRENT_USER SERVER memocite OPTIONS (user 'sidecar', password 'secret');
	CREATE SCHEMA bare; IMPORT FOREIGN SCHEMA memocite LIMIT TO (document, section) FROM SERVER memocite INTO bare;
	CREATE SCHEMA whole; IMPORT FOREIGN SCHEMA memocite LIMIT TO (document, section) FROM SERVER memocite INTO whole OPTIONS (import_default 'true')});
sub refused
{
	my ($sql, $why, $name) = @_;
	my ($status, $out, $err) = $application->psql('postgres', $sql);
	like($err, $why, $name);
}
refused(q{INSERT INTO bare.document(deal_id, doc_id) VALUES (7, 'pca')}, qr/source_type/, 'imported without defaults it sends NULL for them');
$application->safe_psql('postgres', q{INSERT INTO whole.document(deal_id, doc_id) VALUES (7, 'pca')});
is(there(q{SELECT source_type FROM memocite.document WHERE doc_id = 'pca'}), 'other', q{import_default 'true' brings them});
refused(q{INSERT INTO whole.section(deal_id, section_key) VALUES (7, 'financial') ON CONFLICT (deal_id, section_key) DO UPDATE SET body = ''},
	qr/no unique or exclusion constraint/, 'ON CONFLICT DO UPDATE is refused on foreign tables');
refused('IMPORT FOREIGN SCHEMA memocite LIMIT TO (deal) FROM SERVER memocite INTO whole OPTIONS (import_default \'true\')',
	qr/memocite\.deal_id_seq/, 'the default of deal_id cannot be imported: give deals their ids');

# Each side commits by itself; a transaction sees the other server as it was when it first looked.
here(q{BEGIN; INSERT INTO memo.document(deal_id, doc_id) VALUES (7, 'gone'); SELECT memo.put_section(7, 'risk', 'Repairs are due.'); ROLLBACK});
is(there(q{SELECT string_agg(doc_id, ' ') FROM memocite.document WHERE doc_id = 'gone'}), '', 'foreign rows are rolled back');
is(there(q{SELECT body FROM memocite.section WHERE section_key = 'risk'}), 'Repairs are due.', 'a section by dblink is not');
ok($memocite->poll_query_until('postgres', "SELECT max(revision) >= 2 AND count(*) > 0 FROM memocite.revision WHERE NOT EXISTS (SELECT FROM memocite.queue)"), 'a second memo');
is(here(q{BEGIN; SELECT count(*) FROM memo.document WHERE doc_id = 'new'; SELECT memo.put_section(7, 'exit', 'We sell.', '[{"src_id": 1, "doc_id": "new"}]');
	SELECT count(*) FROM memo.document WHERE doc_id = 'new'; COMMIT; SELECT count(*) FROM memo.document WHERE doc_id = 'new'}) =~ s/\(.*\)\n//r, "0\n0\n1",
	'one transaction has one snapshot there: to wait for a memo needs one for each look');
is(here('LISTEN memocite; SELECT memo.put_section(7, \'exit\', \'We sell in year five.\') IS NULL; SELECT pg_sleep(1) IS NULL'), "f\nf", 'a NOTIFY does not arrive');

# Rights and row security are those of the mapped role, where memocite is.
there(q{INSERT INTO memocite.deal(deal_id, name) VALUES (8, 'Not theirs');
	ALTER TABLE memocite.deal ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON memocite.deal TO sidecar USING (deal_id = 7)});
is(here('SELECT deal_id FROM memo.deal'), 7, 'row security of memocite\'s tables holds');
($status, $out, $err) = session(q{SELECT memo.put_section(8, 'risk', 'Not mine.')});
like($err, qr/deal 8/, 'in functions, too');
($status, $out, $err) = session(q{SELECT * FROM dblink('memocite', 'SELECT memo_finalize(7, sections => ''[{"section_key": "new", "body": "None."}]'')::text') AS t(report text)});
like($err, qr/permission denied|memo_grant/, 'a writer finalizes nothing');
there('ALTER TABLE memocite.deal DISABLE ROW LEVEL SECURITY');

# Way B: memocite fetches. A change there is seen at the next pull, not before.
$application->safe_psql('postgres', q{CREATE ROLE memo LOGIN PASSWORD 'secret';
	CREATE TABLE report (id bigint PRIMARY KEY, title text NOT NULL, memo text);
	CREATE TABLE draft (report_id bigint, key text, body text, claims jsonb, PRIMARY KEY (report_id, key));
	GRANT SELECT ON report, draft TO memo; GRANT UPDATE (memo) ON report TO memo;
	INSERT INTO report VALUES (20, 'Elm Street'), (21, 'Oak Plaza');
	INSERT INTO draft VALUES (20, 'risk', 'Repairs of $186,500 [SRC:1] are due.', '[{"src_id": 1, "title": "Condition Report", "page": 5}]'),
		(20, 'old', 'Nothing.', NULL), (21, 'risk', 'None.', NULL)});
run_script($memocite, $application, 'memocite.sql', user => 'memo', role => 'memo_owner');
is(there('SELECT count(*) FROM memocite.section WHERE deal_id IN (20, 21)'), 0, 'nothing comes by itself');
is(there('SET ROLE memo_owner; SELECT deals, sections FROM application.pull()'), '2|3', 'pull() fetches drafts');
my $drained = "SELECT NOT EXISTS (SELECT FROM memocite.queue)";
ok($memocite->poll_query_until('postgres', $drained), 'they are finalized');
is(there('SET ROLE memo_owner; SELECT application.publish()'), 2, 'publish() brings two memos back');
is($application->safe_psql('postgres', 'SELECT memo FROM report WHERE id = 20'), there('SELECT memo_markdown(20)'), 'as they are here');
my $before = there('SELECT count(*) FROM memocite.revision');
is(there('SET ROLE memo_owner; SELECT sections FROM application.pull(); SELECT count(*) FROM memocite.queue'), "3\n0", 'an equal pull enqueues nothing');
$application->safe_psql('postgres', q{DELETE FROM draft WHERE key = 'old'; UPDATE draft SET body = 'None at all.' WHERE report_id = 21; UPDATE report SET title = 'Elm Street 4' WHERE id = 20});
there('SET ROLE memo_owner; SELECT application.pull()');
ok($memocite->poll_query_until('postgres', $drained), 'what changed is finalized');
is(there('SET ROLE memo_owner; SELECT application.publish()'), 2, 'and brought back');
like($application->safe_psql('postgres', 'SELECT memo FROM report ORDER BY id'), qr/# Elm Street 4\n\n## Risk.*None at all/s, 'without the draft that is gone');

$application->stop;
$memocite->stop;
done_testing();
