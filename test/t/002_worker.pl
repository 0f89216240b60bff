# The background worker on a server of its own: preloaded and started by hand,
# many writers, failures, crashes, other databases, hostile triggers.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time usleep);

my $node = PostgreSQL::Test::Cluster->new('worker');
$node->init(extra => [ '-E', 'UTF8', '--locale=C' ]);
$node->append_conf('postgresql.conf', <<'EOF');
shared_preload_libraries = 'memocite'
memocite.databases = 'postgres, second, missing, template0'
memocite.debounce = 300
memocite.idle_timeout = 500
memocite.workers = 2
max_worker_processes = 12
EOF
$node->start;

sub sql { return $node->safe_psql($_[1] // 'postgres', $_[0]); }

# Changes objects that a worker may be using at the same time: one of the two may find a deadlock.
sub insist
{
	my ($sql) = @_;
	my ($status, $out, $err) = (1, '', '');
	for (1 .. 10)
	{
		($status, $out, $err) = $node->psql('postgres', $sql);
		last if $status == 0 || $err !~ /deadlock detected/;
	}
	die $err if $status;
}

# True when a query gives t within 60 seconds.
sub comes_true
{
	my ($query, $name, $db) = @_;
	return ok($node->poll_query_until($db // 'postgres', $query), $name);
}

# Settings, which are read again.
sub set
{
	$node->append_conf('postgresql.conf', $_[0]);
	$node->reload;
}

# Longer than a worker needs to see that a deal is due, or to begin again by itself.
sub wait_a_moment { usleep(500_000); }

sub workers { return sql("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'memocite worker'"); }

my $waiting = "SELECT count(DISTINCT deal_id) FROM memocite.queue WHERE state = 'waiting'";
my $drained = "SELECT count(*) = 0 FROM memocite.queue WHERE state = 'waiting'";
my $flawed = "SELECT count(*) FROM memocite.deal d, memo_verify(d.deal_id) v WHERE NOT v.ok";

# A database without the extension, or one that is not there, is no reason to die.
comes_true("SELECT count(*) = 1 FROM pg_stat_activity WHERE backend_type = 'memocite launcher'", 'a launcher runs');
my $launcher = sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'memocite launcher'");
like(slurp_file($node->logfile), qr/memocite has no worker for database "missing"/, 'a missing database is said in the log');

sql('CREATE EXTENSION memocite; SELECT memo_init()');
is(sql(q{SELECT string_agg("check", ' ' ORDER BY "check") FROM memo_doctor() WHERE level <> 'ok'}), 'worker',
	'before the first look memo_doctor finds a worker without a store')
  or diag(sql('SELECT * FROM memo_doctor()'));

# 500 deals by 8 concurrent writers: each deal has four, who write twice.
sql(q{INSERT INTO memocite.deal(deal_id, name) SELECT d, 'Deal ' || d FROM generate_series(1, 500) AS d;
	INSERT INTO memocite.document(deal_id, doc_id, title) SELECT d, 'om', 'Offering Memorandum' FROM generate_series(1, 500) AS d});
my @writers;
for my $writer (0 .. 7)
{
	my $script = '';
	for my $round (1 .. 2)
	{
		$script .= "INSERT INTO memocite.section(deal_id, section_key, body) VALUES ($_, 'agent $writer', 'Round $round [SRC:1].') "
		  . "ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body;\n"
		  for grep { ($_ + $writer) % 2 } 1 .. 500;
	}
	$script .= "INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT deal_id, section_key, 1, 'om', 7 FROM memocite.section WHERE section_key = 'agent $writer';\n";
	my ($out, $err) = ('', '');
	push @writers, IPC::Run::start([ 'psql', '-XqA', '-d', $node->connstr('postgres') ], '<', \$script, '>', \$out, '2>', \$err);
}
$_->finish for @writers;
comes_true($drained, '500 deals of 8 writers are finalized');
my ($made, $stale) = split /\|/,
  sql(q{SELECT (SELECT sum(revision) FROM memocite.latest_revision), (SELECT count(*) FROM memocite.status s
		WHERE s.stale OR memo_markdown(s.deal_id) !~ 'Round 2\.\[.1\]' OR memo_markdown(s.deal_id) ~ 'Round 1')});
is($stale, 0, 'each after its last change');
note("$made memos of 4,008 writes");
set("memocite.debounce = '1min'");
wait_a_moment();
for my $round (3 .. 5)
{
	sql("UPDATE memocite.section SET body = 'Round $round [SRC:1].' WHERE deal_id <= 20");
	wait_a_moment();
}
my $memos = 'SELECT sum(revision) FROM memocite.latest_revision';
is(sql($memos), $made, 'no memo while a deal is written to');
set('memocite.debounce = 100');
comes_true($drained, 'then all are made');
is(sql($memos), $made + 20, 'one for each deal');
is(sql($flawed), 0, 'memo_verify is content with all');
is(sql(q{SELECT string_agg("check", ' ') FROM memo_doctor() WHERE level NOT IN ('ok', 'info')}), '', 'and memo_doctor with the server');
comes_true("SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'memocite worker'", 'idle workers leave');
set('memocite.debounce = 100');

# memocite.workers = 2 are two at the same time, from the first round on: while one is at a deal (here it waits for
# somebody who writes the same revision), the other does the rest.
my $holder = $node->background_psql('postgres');
$holder->query_safe(q{BEGIN; INSERT INTO memocite.revision(deal_id, revision, name, status, manifest, as_of, input_sha256, policy, extension_version, report)
	SELECT deal_id, revision + 1, name, status, manifest, as_of, input_sha256, policy, extension_version, report
	FROM memocite.revision WHERE deal_id = 40 ORDER BY revision DESC LIMIT 1});
my $begun = time;
sql("UPDATE memocite.section SET body = 'Two at work [SRC:1].' WHERE deal_id BETWEEN 40 AND 90");
comes_true("SELECT bool_and(NOT stale) FROM memocite.status WHERE deal_id BETWEEN 41 AND 90", 'while one worker is at a deal, another does the rest');
cmp_ok(time - $begun, '<', 5, 'at once');
is(sql("SELECT string_agg(query, '') FROM pg_stat_activity WHERE backend_type = 'memocite worker' AND wait_event_type = 'Lock'"), 'finalizes deal 40', 'one is at it still');
$holder->query_safe('ROLLBACK');
# ... and a deal that somebody has locked holds none
$holder->query_safe('BEGIN; SELECT FROM memocite.deal WHERE deal_id = 40 FOR NO KEY UPDATE');
sql("UPDATE memocite.section SET body = 'None waits [SRC:1].' WHERE deal_id BETWEEN 40 AND 90");
comes_true("SELECT bool_and(NOT stale) FROM memocite.status WHERE deal_id BETWEEN 41 AND 90", 'a locked deal holds no other');
is(sql("SELECT queue_state FROM memocite.status WHERE deal_id = 40"), 'waiting', 'and no worker');
$holder->quit;
comes_true($drained, 'and is done then');

# A poison deal keeps its error, waits longer each time, ends in failed and harms no other.
sql(q{ALTER TABLE memocite.deal DISABLE TRIGGER memo_check;
	UPDATE memocite.deal SET policy = '{"cluster_cap": 0}' WHERE deal_id = 7;
	ALTER TABLE memocite.deal ENABLE TRIGGER memo_check;
	UPDATE memocite.section SET body = 'Beside the poison [SRC:1].' WHERE deal_id = 15});
comes_true('SELECT attempts >= 1 AND last_error IS NOT NULL FROM memocite.status WHERE deal_id = 7', 'a failing deal has its error in the queue');
like(slurp_file($node->logfile), qr/memocite could not finalize deal 7 of database "postgres": policy "cluster_cap"/, 'and in the log, with its database');
comes_true('SELECT NOT stale FROM memocite.status WHERE deal_id = 15', 'and harms no other');
comes_true('SELECT attempts = 2 FROM memocite.status WHERE deal_id = 7', 'it is tried again by itself after the back-off');
is(sql("SELECT extract(epoch FROM next_attempt_at - now()) BETWEEN 5 AND 8 FROM memocite.status WHERE deal_id = 7"), 't', 'the next time it waits 8 seconds');
for my $attempt (3 .. 5)
{
	sql("UPDATE memocite.queue SET next_attempt_at = now() WHERE deal_id = 7; SELECT memo_worker_wake()");
	comes_true("SELECT attempts = $attempt AND NOT queue_state = 'working' FROM memocite.status WHERE deal_id = 7", "attempt $attempt");
}
is(sql("SELECT queue_state || ': ' || last_error FROM memocite.status WHERE deal_id = 7"),
	'failed: policy "cluster_cap" is 0; it must be from 1 to 1000', 'after five attempts it has failed');
is(sql(q{SELECT detail FROM memo_doctor() WHERE "check" = 'last error'}),
	'deal 7, failed after 5 attempts: policy "cluster_cap" is 0; it must be from 1 to 1000', 'memo_doctor shows it');
sql(q{UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 7; SELECT memo_requeue(7)});
comes_true("SELECT queue_state = 'idle' FROM memocite.status WHERE deal_id = 7", 'memo_requeue puts it back');

# Ended in the middle of the work: every deal is done in the end, no memo is half written.
sub touch_all { sql("UPDATE memocite.section SET body = 'Rents rose [SRC:1] in $_[0].'"); }

sub is_whole
{
	my ($name) = @_;
	comes_true($drained, "$name: every deal is done");
	is(sql($flawed), 0, "$name: no half-written memo");
	is(sql("SELECT count(*) FROM memocite.status WHERE stale"), 0, "$name: none is stale");
}

# The pid of a worker that is at a deal.
sub busy_worker
{
	for (1 .. 3000)
	{
		my $pid = sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'memocite worker' AND query LIKE 'finalizes%' LIMIT 1");
		return $pid if $pid ne '';
	}
	die 'no worker began to work';
}

touch_all('one');
my $pid = busy_worker();
kill 'TERM', $pid;
my $before = time;
usleep(5_000) while kill(0, $pid) && time - $before < 10;
cmp_ok(time - $before, '<', 1, 'SIGTERM ends a worker within a second');
is_whole('SIGTERM');

set('restart_after_crash = on');
touch_all('two');
kill 'KILL', busy_worker();
$node->poll_query_until('postgres', 'SELECT true');
is_whole('kill -9 of a worker');

touch_all('three');
busy_worker();
$node->stop('immediate');
$node->start;
is_whole('immediate stop');

# Settings are read again.
set('memocite.workers = 0');
sql("UPDATE memocite.section SET body = 'Paused [SRC:1].' WHERE deal_id = 3");
wait_a_moment();
is(sql('SELECT stale FROM memocite.status WHERE deal_id = 3'), 't', 'memocite.workers = 0 pauses');
set('memocite.workers = 1');
comes_true('SELECT NOT stale FROM memocite.status WHERE deal_id = 3', 'SIGHUP goes on');

# ... in the middle of the work, too.
touch_all('four');
busy_worker();
set('memocite.workers = 0');
comes_true("SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'memocite worker'", 'workers leave a long queue');
my $left = sql($waiting);
cmp_ok($left, '>', 0, 'before it is empty');
wait_a_moment();
is(sql($waiting), $left, 'and nobody works on it');
set('memocite.workers = 2');
is_whole('paused');

# Who changes a deal and then deletes it is not in the worker's way: both begin with the deal.
my $deleter = $node->background_psql('postgres');
sql("INSERT INTO memocite.deal(deal_id, name) VALUES (601, 'Short-lived'); INSERT INTO memocite.section(deal_id, section_key, body) VALUES (601, 'risk', 'One.')");
comes_true('SELECT NOT stale FROM memocite.status WHERE deal_id = 601', 'a deal is done');
$deleter->query_safe("BEGIN; UPDATE memocite.deal SET name = 'Renamed' WHERE deal_id = 601");
sql("UPDATE memocite.section SET body = 'Two.' WHERE deal_id = 601");
comes_true("SELECT count(*) = 0 FROM memocite.status WHERE queue_state = 'waiting' AND deal_id <> 601", 'the worker looks at it');
$deleter->query_safe('SELECT memo_requeue(601); DELETE FROM memocite.deal WHERE deal_id = 601; COMMIT');
$deleter->quit;
comes_true($drained, 'requeued and deleted under the worker, without a deadlock');

# Stopped and started by hand.
is(sql('SELECT memo_worker_stop()'), 't', 'memo_worker_stop');
sql("UPDATE memocite.section SET body = 'Stopped [SRC:1].' WHERE deal_id = 4");
wait_a_moment();
is(sql('SELECT stale FROM memocite.status WHERE deal_id = 4'), 't', 'stopped, it does nothing');
is(sql(q{SELECT detail FROM memo_doctor() WHERE "check" = 'worker'}), 'stopped by memo_worker_stop()', 'memo_doctor says why');
sql('SELECT memo_worker_start()');
comes_true('SELECT NOT stale FROM memocite.status WHERE deal_id = 4', 'memo_worker_start goes on');

sql("SELECT memo_worker_start(); SELECT memo_worker_stop(); UPDATE memocite.section SET body = 'Stopped at once [SRC:1].' WHERE deal_id = 4");
wait_a_moment();
is(sql('SELECT stale FROM memocite.status WHERE deal_id = 4'), 't', 'stopped right after its start, it does nothing');
sql('SELECT memo_worker_start()');
comes_true('SELECT NOT stale FROM memocite.status WHERE deal_id = 4', 'and goes on');

# Only with its expected sections.
sql(q{UPDATE memocite.deal SET metadata = '{"expected_sections": ["agent 0", "risk"]}' WHERE deal_id = 9});
wait_a_moment();
is(sql('SELECT stale FROM memocite.status WHERE deal_id = 9'), 't', 'a deal waits for its expected sections');
sql("INSERT INTO memocite.section(deal_id, section_key, body) VALUES (9, 'risk', 'None [SRC:1].')");
comes_true('SELECT NOT stale FROM memocite.status WHERE deal_id = 9', 'and is done with them');

# A second database has a worker of its own; it can be dropped and copied.
sql('CREATE DATABASE second');
sql('CREATE EXTENSION memocite; SELECT memo_init()', 'second');
sql('SELECT pg_reload_conf()');
sql("INSERT INTO memocite.deal(deal_id, name) VALUES (1, 'Second'); INSERT INTO memocite.section(deal_id, section_key, body) VALUES (1, 'risk', 'Second.')", 'second');
comes_true('SELECT NOT stale AND revision = 1 FROM memocite.status', 'a second database is served, too', 'second');
# ... also while a deal waits for a long debounce
set("memocite.debounce = '1min'");
sql("SELECT memo_worker_wake(); UPDATE memocite.section SET body = 'Later.'", 'second');
wait_a_moment();
sql('CREATE DATABASE third TEMPLATE second');
set('memocite.debounce = 100');
comes_true('SELECT NOT stale AND revision = 2 FROM memocite.status', 'and when that is over, it is done', 'second');
# A restore that has not come to the triggers has not come to all rows either. (A worker
# with a problem begins again after 10 seconds; one that has not left is woken before.)
set("memocite.idle_timeout = '30s'");
sql('BEGIN; DROP TRIGGER memo_enqueue ON memocite.section; DELETE FROM memocite.section; DELETE FROM memocite.queue; INSERT INTO memocite.queue(deal_id, enqueued_xid) VALUES (1, 1); COMMIT; SELECT memo_worker_wake()', 'second');
comes_true("SELECT problem LIKE 'there is no store, or it has no triggers%' FROM memo_worker_status()", 'a half restored store is left alone', 'second');
like(slurp_file($node->logfile), qr/memocite cannot work on the queue of database "second": there is no store/, 'the log says in which database');
sql("INSERT INTO memocite.section(deal_id, section_key, body) VALUES (1, 'risk', 'Restored.')", 'second');
wait_a_moment();
is(sql('SELECT queue_state FROM memocite.status', 'second'), 'waiting', 'whatever waits in it');
sql('SELECT memo_init()', 'second');
sql('SELECT memo_worker_wake()', 'second');
comes_true("SELECT memo_markdown(1) LIKE '%Restored.%' FROM memocite.status WHERE NOT stale", 'and worked on when it is whole', 'second');
set('memocite.idle_timeout = 500');
is(sql('SELECT revision FROM memocite.status', 'third'), 1, 'a served database can be copied, a deal waits in it or not');
sql('DROP DATABASE second');
is(sql("SELECT count(*) FROM pg_database WHERE datname = 'second'"), 0, 'and dropped');
is(sql("SELECT count(*) FROM pg_stat_activity WHERE pid = $launcher OR backend_type = 'memocite launcher'"), 1, 'the launcher lives');

# Without the extension, or without the store, it sleeps.
sql('DROP EXTENSION memocite CASCADE', 'third');
set("memocite.databases = 'postgres, third'");
sql('DROP EXTENSION memocite CASCADE');
sql("UPDATE memocite.section SET body = 'Alone.' WHERE deal_id = 3");
wait_a_moment();
sql('CREATE EXTENSION memocite; SELECT memo_init()');
comes_true("SELECT memo_worker_wake() AND NOT stale AND memo_markdown(3) ~ 'Alone' FROM memocite.status WHERE deal_id = 3", 'it comes back with the extension, and does what changed without it');

# From here on workers stay, so that one with a problem can be woken.
set("memocite.idle_timeout = '30s'");

# Nobody gains anything by a trigger: the worker is the owner, and never a superuser for a stranger's trigger.
sql(q{CREATE ROLE mallory;
	CREATE FUNCTION public.grab() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN EXECUTE ''ALTER ROLE mallory SUPERUSER''; RETURN NEW; END';
	ALTER FUNCTION public.grab() OWNER TO mallory;
	CREATE TRIGGER grab BEFORE INSERT ON memocite.revision FOR EACH ROW EXECUTE FUNCTION public.grab();
	UPDATE memocite.section SET body = 'Grabbed [SRC:1].' WHERE deal_id = 3});
comes_true("SELECT problem LIKE '%trigger grab on table memocite.revision uses function%grab() of role mallory' FROM memo_worker_status()", 'a superuser\'s store: a stranger\'s trigger stops the worker');
is(sql("SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'"), 'f', 'and is not run');
is(sql(q{SELECT level FROM memo_doctor() WHERE "check" = 'owner'}), 'error', 'memo_doctor names it');
sql('DROP TRIGGER grab ON memocite.revision');
# ... nor by a table of his own that refers to the store
sql(q{GRANT REFERENCES ON memocite.queue TO mallory; GRANT USAGE ON SCHEMA memocite TO mallory;
	CREATE SCHEMA mallory AUTHORIZATION mallory; SET ROLE mallory;
	CREATE TABLE mallory.own(deal_id bigint, xid bigint, FOREIGN KEY (deal_id, xid) REFERENCES memocite.queue ON DELETE CASCADE);
	CREATE TRIGGER grab AFTER DELETE ON mallory.own FOR EACH ROW EXECUTE FUNCTION public.grab()});
sql('SELECT memo_worker_wake()');
comes_true("SELECT problem LIKE '%table mallory.own belongs to role mallory' FROM memo_worker_status()", 'nor by a table that refers to the store');
insist('DROP SCHEMA mallory CASCADE');
# ... nor by the condition of a trigger, nor by a view of the schema's owner
insist(q{CREATE FUNCTION public.when_true(bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true'; ALTER FUNCTION public.when_true(bigint) OWNER TO mallory;
	CREATE TRIGGER nice BEFORE UPDATE ON memocite.queue FOR EACH ROW WHEN (public.when_true(NEW.deal_id)) EXECUTE FUNCTION suppress_redundant_updates_trigger()});
sql('SELECT memo_worker_wake()');
comes_true("SELECT problem LIKE '%trigger nice on table memocite.queue uses function%when_true(bigint) of role mallory' FROM memo_worker_status()", 'nor by the condition of a trigger');
insist('DROP TRIGGER nice ON memocite.queue; ALTER SCHEMA memocite OWNER TO mallory');
sql('SELECT memo_worker_wake()');
comes_true("SELECT problem LIKE '%the schema belongs to role mallory' FROM memo_worker_status()", 'nor as the owner of the schema');
sql('ALTER SCHEMA memocite OWNER TO CURRENT_USER');
sql('SELECT memo_worker_wake()');
comes_true("SELECT NOT stale FROM memocite.status WHERE deal_id = 3", 'without the trigger it goes on');

sql('CREATE DATABASE owned');
sql('CREATE EXTENSION memocite; CREATE ROLE keeper LOGIN; GRANT CREATE ON DATABASE owned TO keeper; GRANT CREATE ON SCHEMA public TO keeper', 'owned');
sql("SELECT memo_grant('keeper', 'operator'); SET ROLE keeper; SELECT memo_init()", 'owned');
sql(q{SET ROLE keeper;
	CREATE FUNCTION public.grab() RETURNS trigger LANGUAGE plpgsql AS
	'BEGIN INSERT INTO public.seen VALUES (current_user, current_setting(''is_superuser'')); EXECUTE ''ALTER ROLE keeper SUPERUSER''; RETURN NEW; END';
	CREATE TABLE public.seen(role name, is_superuser text);
	CREATE TRIGGER grab BEFORE INSERT ON memocite.revision FOR EACH ROW EXECUTE FUNCTION public.grab();
	INSERT INTO memocite.deal(deal_id, name) VALUES (1, 'Owned');
	INSERT INTO memocite.section(deal_id, section_key, body) VALUES (1, 'risk', 'Owned.')}, 'owned');
sql('SELECT memo_worker_start()', 'owned');
comes_true("SELECT last_error ~ 'permission denied|must be superuser' FROM memocite.status", 'an owner\'s own trigger cannot become superuser', 'owned');
sql(q{CREATE OR REPLACE FUNCTION public.grab() RETURNS trigger LANGUAGE plpgsql AS
	'BEGIN INSERT INTO public.seen VALUES (current_user, (SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user)); RETURN NEW; END';
	SELECT memo_requeue(1)}, 'owned');
comes_true('SELECT NOT stale FROM memocite.status', 'the work is done as the owner', 'owned');
is(sql('SELECT DISTINCT role, is_superuser FROM public.seen', 'owned'), 'keeper|false', 'who is no superuser');

# Deals that somebody else is at are waited for without haste; an error beside the finalize concerns its deal alone.
my $locker = $node->background_psql('postgres');
sql("UPDATE memocite.section SET body = 'Locked [SRC:1].' WHERE deal_id = 20");
$locker->query_safe('BEGIN; SELECT deal_id FROM memocite.queue WHERE deal_id = 20 FOR UPDATE');
sql(q{CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no attempts at deal 21''; END';
	CREATE TRIGGER refuse BEFORE UPDATE ON memocite.queue FOR EACH ROW WHEN (NEW.deal_id = 21) EXECUTE FUNCTION public.refuse();
	UPDATE memocite.section SET body = 'Beside [SRC:1].' WHERE deal_id BETWEEN 21 AND 30});
comes_true("SELECT bool_and(NOT stale) FROM memocite.status WHERE deal_id BETWEEN 22 AND 30", 'others are done');
is(sql("SELECT problem FROM memo_worker_status()"), 'no attempts at deal 21', 'the error is shown');
my $transactions = sql("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'");
usleep(2_000_000);
cmp_ok(sql("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'") - $transactions, '<', 200, 'without a busy loop');
$locker->quit;
sql('DROP TRIGGER refuse ON memocite.queue; SELECT memo_worker_wake()');
comes_true("SELECT bool_and(NOT stale) FROM memocite.status WHERE deal_id BETWEEN 20 AND 30", 'in the end all are done');

# Not under pg_upgrade.
$node->stop;
$node->append_conf('postgresql.conf', 'memocite.debounce = 100');
system_or_bail('pg_ctl', '-w', '-D', $node->data_dir, '-l', $node->logfile, '-o', '-b', '-o', "--cluster-name=worker", 'start');
is(sql("SELECT count(*) FROM pg_stat_activity WHERE backend_type LIKE 'memocite%'"), 0, 'no launcher under pg_upgrade');
system_or_bail('pg_ctl', '-w', '-D', $node->data_dir, 'stop');

# Not preloaded: memo_worker_start() starts one.
$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
$node->start;
is(workers(), 0, 'not preloaded, nothing runs');
sql("UPDATE memocite.section SET body = 'By hand [SRC:1].' WHERE deal_id = 3");
is(sql('SELECT memo_worker_wake()'), 'f', 'nobody is there to wake');
like(sql('SELECT memo_worker_start()'), qr/^\d+$/, 'memo_worker_start returns a pid');
comes_true('SELECT NOT stale FROM memocite.status WHERE deal_id = 3', 'and it works');
is(sql('SELECT memo_worker_start() = memo_worker_start()'), 't', 'there is only one');
kill 'KILL', sql('SELECT memo_worker_start()');
$node->poll_query_until('postgres', 'SELECT true');
sql("UPDATE memocite.section SET body = 'After a crash [SRC:1].' WHERE deal_id = 3");
comes_true('SELECT NOT stale FROM memocite.status WHERE deal_id = 3', 'it comes back after a crash of the server');
is(sql('SELECT memo_worker_stop()'), 't', 'memo_worker_stop ends it');
is(sql("SELECT count(*) FROM pg_stat_activity WHERE backend_type LIKE 'memocite%'"), 0, 'for good');
is(sql('SELECT memo_worker_stop()'), 'f', 'then there is none to stop');

unlike(slurp_file($node->logfile), qr/PANIC|terminated by signal (?!9: Killed)/, 'nothing crashed on the way');
$node->stop;
done_testing();
