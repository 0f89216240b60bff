# Out of memory anywhere in memo_finalize, memo_verify or what shows a memo is an error like any
# other: the server lives, nothing is left behind, the session goes on. The
# backend's address space is limited, a little more of it at each of many steps.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

plan skip_all => 'needs /proc and prlimit'
  if !-r "/proc/$$/status" || system('prlimit --version >/dev/null 2>&1') != 0;
plan skip_all => 'a server with AddressSanitizer has no limit of memory'
  if ($ENV{COPT} // '') =~ /sanitize/;

my $steps = 12;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => [ '-E', 'UTF8', '--locale=C' ]);
# a parallel or JIT-compiled plan would need memory of its own
$node->append_conf('postgresql.conf', "autovacuum = off\njit = off\nmax_parallel_workers_per_gather = 0");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION memocite; SELECT memo_init()');
$node->safe_psql('postgres', slurp_file('test/data/maple_court.sql'));
$node->safe_psql('postgres', q{
	INSERT INTO memocite.section(deal_id, section_key, position, body)
	VALUES (1, 'long', 90, repeat(E'Net operating income of $4.2M supports the *basis* [SRC:1]. See <a> and [b](/c "d").\n\n', 10000));
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (1, 'long', 1, 'om', 12)});

my $finalize = q{memo_finalize(1, DATE '2026-06-30') ->> 'status'};

# Runs a statement in a session of its own that may take so many kB more than it
# had before, then one without a limit. Before that a deep value makes the stack
# as large as it will be: a stack that cannot grow is no error but a signal.
sub limited
{
	my ($statement, $more, $after) = @_;
	my ($out, $err);

	$node->psql(
		'postgres', qq{
SET client_min_messages = error;
LOAD 'memocite';
SELECT length((repeat('[', 4000) || repeat(']', 4000))::json::text) \\g /dev/null
SELECT pg_backend_pid() AS backend \\gset
\\setenv BACKEND :backend
\\! prlimit --pid \$BACKEND --as=\$(( (\$(sed -n 's/^VmSize:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/\$BACKEND/status) + $more) * 1024 )):
$statement;
\\! prlimit --pid \$BACKEND --as=unlimited:
$after;
}, stdout => \$out, stderr => \$err, on_error_stop => 0, extra_params => ['-At']);
	return ($out, $err);
}

# Each step must end as it should or in "out of memory", and what follows must
# work as if nothing had been asked.
sub try_all
{
	my ($name, $statement, $done, $after, $intact, $steps) = (@_, $steps);
	my ($failed, @wrong) = (0);

	for my $step (0 .. $steps - 1)
	{
		my $more = int(256 * (1024**($step / ($steps - 1))));
		my ($out, $err) = limited($statement, $more, $after);
		my $is_done = $out =~ /^$done$/m;

		$failed++ if !$is_done;
		push @wrong, "$more kB: $out$err"
		  if !$is_done && ($err !~ /ERROR:  out of memory/ || $out !~ /^$intact$/m);
	}
	is(scalar @wrong, 0, "$name: done, or out of memory and nothing left") or diag(join("\n", @wrong));
	cmp_ok($failed, '>', $steps / 4, "$name: memory was too little");
	cmp_ok($failed, '<', $steps, "$name: memory was enough");
	note("$name: out of memory in $failed of $steps steps");
}

# What a step did is taken back, so that the next has everything to do.
try_all('memo_finalize', "SELECT $finalize", 'final', q{
SELECT 'left ' || (SELECT count(*) FROM memocite.revision) || ' ' || (SELECT count(*) FROM memocite.revision_section)
	|| ' ' || (SELECT count(*) FROM memocite.revision_detail);
DELETE FROM memocite.revision; DELETE FROM memocite.revision_section}, 'left 0 0 0');

is($node->safe_psql('postgres', "SET client_min_messages = error; SELECT $finalize"), 'final', 'it can be finalized afterwards');
my $verify = q{SELECT count(*) || ' broken' FROM memo_verify(1) WHERE NOT ok};
my $again = q{SELECT count(*) || ' still broken' FROM memo_verify(1) WHERE NOT ok};
try_all('memo_verify', $verify, '0 broken', $again, '0 still broken');
try_all('memo_markdown', 'SELECT length(memo_markdown(1)) > 800000', 't', $again, '0 still broken');

# What a callback of md4c asks for may fail once and not again (here the parts of
# destinations): md4c stops, and no memo is shown without what it was about.
$node->safe_psql('postgres', q{INSERT INTO memocite.deal(deal_id, name) VALUES (2, 'Links');
	INSERT INTO memocite.section(deal_id, section_key, body)
	VALUES (2, 'links', repeat('[b](https://e.x/' || repeat('&amp;', 20000) || E') and *more*.\n\n', 12));
	SELECT memo_finalize(2, DATE '2026-06-30')});
my $nodes = 'SELECT md5(memo_prosemirror(2)::text)';
try_all('memo_prosemirror', $nodes, $node->safe_psql('postgres', $nodes), q{SELECT memo_prosemirror(2) ->> 'type'}, 'doc', 30);

unlike(slurp_file($node->logfile), qr/PANIC|terminated by signal|server process \(PID \d+\) exited/, 'no backend was lost');

$node->stop;
done_testing();
