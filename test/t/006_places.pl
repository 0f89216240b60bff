# What a worker depends on beside its queue: a place among max_worker_processes,
# transactions that commit in two phases, the second worker of a database.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time usleep);

my $node = PostgreSQL::Test::Cluster->new('places');
$node->init(extra => [ '-E', 'UTF8', '--locale=C' ]);
$node->append_conf('postgresql.conf', <<'EOF');
shared_preload_libraries = 'memocite'
memocite.debounce = 0
max_worker_processes = 1
max_logical_replication_workers = 0
max_prepared_transactions = 5
EOF
$node->start;
sub sql { return $node->safe_psql('postgres', $_[0]); }
sub comes_true { my ($query, $name) = @_; return ok($node->poll_query_until('postgres', $query), $name); }
sub prepare { sql("BEGIN; UPDATE memocite.section SET body = '$_[0] [SRC:1].' WHERE deal_id = 1; PREPARE TRANSACTION '$_[0]'"); }

# The launcher has the only place: no worker can start, and memo_doctor says so.
sql(q{CREATE EXTENSION memocite; SELECT memo_init();
	INSERT INTO memocite.deal(deal_id, name) VALUES (1, 'Waits');
	INSERT INTO memocite.section(deal_id, section_key, body) VALUES (1, 'risk', 'None.')});
comes_true(q{SELECT level = 'warning' FROM memo_doctor() WHERE "check" = 'worker'}, 'memo_doctor warns where no worker can start');
my $doctor = sql(q{SELECT detail, hint FROM memo_doctor() WHERE "check" = 'worker'});
like($doctor, qr/^no worker can start: all 1 places of max_worker_processes are taken\|Raise max_worker_processes/, 'and says why, and what to do');
is(sql('SELECT workers, launcher IS NOT NULL FROM memo_worker_status()'), '0|t', 'the launcher lives');
like(slurp_file($node->logfile), qr/memocite could not start a worker for database "postgres"/, 'the log names the database');
is(sql('SELECT memo_work()'), 1, 'memo_work works without a worker');
prepare('Before the restart');

# With a place for it, it works and nothing is wrong.
$node->append_conf('postgresql.conf', 'max_worker_processes = 4');
$node->restart;
sql('SELECT memo_worker_wake()');
comes_true(q{SELECT level = 'ok' FROM memo_doctor() WHERE "check" = 'worker'}, 'with more places nothing is wrong');

# A commit prepared in two phases wakes the worker: that of a transaction from before a restart, too.
sub commits
{
	my ($name) = @_;
	is(sql('SELECT stale FROM memocite.status'), 'f', "$name: what is only prepared is not to be seen");
	my $begun = time;
	sql("COMMIT PREPARED '$name'");
	comes_true("SELECT NOT stale AND memo_markdown(1) ~ '$name' FROM memocite.status", "$name: the committed change is in the memo");
	cmp_ok(time - $begun, '<', 15, "$name: soon");
}

commits('Before the restart');
prepare('Later');
usleep(2_500_000);
commits('Later');
prepare('Twice');
sql(q{BEGIN; INSERT INTO memocite.deal(deal_id, name) VALUES (2, 'Rolled back'); INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2, 'risk', 'No.'); PREPARE TRANSACTION 'other'});
commits('Twice');
sql(q{ROLLBACK PREPARED 'other'});
comes_true("SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'memocite worker'", 'with nothing prepared any more the worker leaves');

# NOTIFY is sent at commit; a transaction that is prepared sends none, for it would be an error, and neither does what is rolled back.
sub notices { return scalar(() = sql("LISTEN memocite; LISTEN memo_request; $_[0]; SELECT 'end'") =~ /Asynchronous notification/g); }
my $ask = q{SELECT memo_ask(1, 'What?', (SELECT jsonb_agg(jsonb_build_object('key', 'k' || i, 'file', 'f', 'text', 'Rents rose.')) FROM generate_series(1, 5) AS i))};
sub memo { return "UPDATE memocite.section SET body = '$_[0] [SRC:1].' WHERE deal_id = 1; SELECT memo_finalize(1)"; }
is(notices("BEGIN; $ask; $ask; @{[memo('Rents rose')]}; COMMIT"), 3, 'commit notifies');
is(notices("BEGIN; SAVEPOINT s; $ask; ROLLBACK TO s; SAVEPOINT t; $ask; RELEASE t; COMMIT"), 1, 'of a subtransaction, unless it was rolled back');
is(notices("BEGIN; $ask; @{[memo('Rents fell')]}; PREPARE TRANSACTION 'silent'; COMMIT PREPARED 'silent'"), 0, 'a prepared one does not');
is(sql("SELECT NOT stale AND memo_markdown(1) ~ 'Rents fell' FROM memocite.status WHERE deal_id = 1"), 't', 'and the status says what it made');

# memocite.workers = 2 are two from the first look on, whatever is due when the first one comes.
$node->append_conf('postgresql.conf', 'memocite.workers = 2');
$node->reload;
sql(q{SELECT memo_worker_stop();
	INSERT INTO memocite.deal(deal_id, name) SELECT d, 'Deal ' || d FROM generate_series(11, 60) AS d;
	INSERT INTO memocite.section(deal_id, section_key, body) SELECT d, 'risk', 'Few.' FROM generate_series(11, 60) AS d});
my $holder = $node->background_psql('postgres');
$holder->query_safe(q{BEGIN; INSERT INTO memocite.revision(deal_id, revision, name, status, manifest, as_of, input_sha256, policy, extension_version, report)
	SELECT 11, 1, name, status, manifest, as_of, input_sha256, policy, extension_version, report FROM memocite.revision LIMIT 1});
my $started = time;
sql('SELECT memo_worker_start()');
comes_true('SELECT bool_and(NOT stale) FROM memocite.status WHERE deal_id BETWEEN 12 AND 60', 'while one worker is at its first deal, another does the rest');
cmp_ok(time - $started, '<', 8, 'at once');
is(sql("SELECT string_agg(query, '') FROM pg_stat_activity WHERE backend_type = 'memocite worker' AND wait_event_type = 'Lock'"), 'finalizes deal 11', 'one is at it still');
$holder->quit;
comes_true('SELECT count(*) = 0 FROM memocite.queue', 'and ends it');

$node->stop;
done_testing();
