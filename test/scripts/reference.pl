#!/usr/bin/perl
# reference.pl DIRECTORY: writes docs/reference into a directory: functions.md,
# tables.md, events.md, policy.md, settings.md, stages.md, markers.md. What they
# say is what the database says of itself, the comments above all, and for events
# and policy the lists that the library is compiled from. So a comment is mended
# where it stands, and the page made again (`make docs`); lint compares.
# Needs a server, as withpg gives one; works in a database of its own.
use strict;
use warnings;
use utf8;
use JSON::PP;

my $directory = shift // die "usage: reference.pl DIRECTORY\n";
my $database = 'memocite_reference';
my $width = 100;
my %pages = (
	functions => 'functions', tables => 'tables and views', events => 'events', policy => 'policy',
	settings => 'settings', stages => 'stages', markers => 'markers');
my @pages = qw(functions tables events policy settings stages markers);
my %is_function;
my $missing = 0;

# ------------------------------------------------------------------ database

sub psql
{
	my ($db, $sql) = @_;
	open my $out, '-|', 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', $db, '-c', 'SET client_min_messages = error', '-c', $sql
	  or die "no psql: $!\n";
	local $/;
	my $printed = <$out>;
	close $out or die "psql failed\n";
	return $printed;
}

# The rows of a query, as hashes.
sub rows
{
	my ($sql) = @_;
	return @{ decode_json(psql($database, "SELECT coalesce(json_agg(q), '[]') FROM ($sql) AS q")) };
}

# The lines MACRO(argument, ...) of a list in src: the arguments of each.
sub list_of
{
	my ($file, $macro) = @_;
	open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
	my $text = do { local $/; <$in> };
	my @lines;

	$text =~ s{/\*.*?\*/}{}gs;
	while ($text =~ /^($macro)\(((?:"(?:\\.|[^"\\])*"|[^"()])*)\)/gm)
	{
		my ($name, $arguments) = ($1, $2);
		my @arguments;
		while ($arguments =~ /\s*((?:"(?:\\.|[^"\\])*"\s*)+|[^",]+?)\s*(?:,|$)/g)
		{
			my $argument = $1;
			my @strings = $argument =~ /"((?:\\.|[^"\\])*)"/g;
			push @arguments, @strings ? join('', map { s/\\(.)/$1/gr } @strings) : $argument;
		}
		push @lines, [ $name, @arguments ];
	}
	die "$file has no $macro(...)\n" if !@lines;
	return @lines;
}

# ------------------------------------------------------------------ Markdown

sub code
{
	my ($text) = @_;
	my $fence = '`';
	$fence .= '`' while index($text, $fence) >= 0;
	my $blank = $text =~ /^`|`$/ ? ' ' : '';
	return "$fence$blank$text$blank$fence";
}

# Where the bracket at the beginning of a text is closed, else 0.
sub closed_at
{
	my ($text) = @_;
	my %closes = ('[' => ']', '{' => '}', '(' => ')', '<' => '>');
	my @open;

	for my $at (0 .. length($text) - 1)
	{
		my $c = substr $text, $at, 1;
		if ($closes{$c} && ($c ne '<' || $at == 0)) { push @open, $closes{$c}; }
		elsif (@open && $c eq $open[-1]) { pop @open; return $at + 1 if !@open; }
	}
	return 0;
}

# A comment as Markdown: names, shapes and markers as code, functions as links.
sub prose
{
	my ($text, $page) = @_;
	my $result = '';

	while ($text ne '')
	{
		my $end = $text =~ /^(?:[\[{]|<[\/a-z])/i ? closed_at($text) : 0;
		$end = $+[0] if $text =~ /^(?:\\\[[^\[\]]*\\\]|(?:NOTIFY|LISTEN) memo\w+)/;
		$end = $+[0] if !$end && $text =~ /^\[[A-Z]+:(?= )/;
		if ($end)
		{
			$end += closed_at(substr $text, $end) if substr($text, 0, 1) eq '[' && substr($text, $end, 1) eq '(';
			$result .= code(substr $text, 0, $end, '');
		}
		elsif ($text =~ s/^(memo_\w+)//)
		{
			my $name = $1;
			my $call = $text =~ /^\(/ ? substr $text, 0, closed_at($text), '' : '';
			my $target = ($page eq 'functions' ? '' : 'functions.md') . "#$name";
			$result .= $is_function{$name} ? '[' . code("$name$call") . "]($target)" : code("$name$call");
		}
		elsif ($text =~ s/^((?:[A-Za-z]\w*[_.])+[A-Za-z]\w*)//)
		{
			my $name = $1;
			$result .= code($name . ($text =~ /^\(/ ? substr $text, 0, closed_at($text), '' : ''));
		}
		elsif ($text =~ s/^(\w+|\s+)//) { $result .= $1; }
		else
		{
			my $c = substr $text, 0, 1, '';
			$result .= $c =~ /[\\`*_\[\]<~]/ ? "\\$c" : $c;
		}
	}
	return $result;
}

sub cell { my ($text) = @_; return $text =~ s/\|/\\|/gr =~ s/\s*\n\s*/ /gr; }

# Columns that are empty are left out.
sub table
{
	my ($head, @rows) = @_;
	my @filled = grep { my $i = $_; grep { ($_->[$i] // '') ne '' } @rows } 0 .. $#$head;
	($head, @rows) = map { [ @$_[@filled] ] } $head, @rows;
	return join('', map { '| ' . join(' | ', map { cell($_ // '') } @$_) . " |\n" } $head, [ map { '---' } @$head ], @rows) . "\n";
}

# Lines of at most so many columns; none begins like an item of a list.
sub wrapped
{
	my ($text, $indent) = @_;
	my @lines = ('');

	$indent //= '';
	for my $word (split ' ', $text)
	{
		if ($lines[-1] eq '') { $lines[-1] = $word; }
		elsif (length("$indent$lines[-1] $word") <= $width || $word =~ /^(?:[-+>#=|]|\d+[.)]$)/) { $lines[-1] .= " $word"; }
		else { push @lines, $indent . $word; }
	}
	return join("\n", @lines) . "\n";
}

# A paragraph; sentences that say what an argument or a column is ("layout: plain,
# or ...") become a list below it, and others between and behind them a last paragraph.
sub paragraphs
{
	my ($text, $page, @names) = @_;
	my $name = join '|', map { quotemeta } sort { length $b <=> length $a || $a cmp $b } @names;
	my ($first, @items, @last);

	if (@names)
	{
		($first, @items) = split /(?<=[.;:]) (?=(?:(?:$name)(?:(?:, | and )(?:$name))*|[a-z_]+ and [a-z_]+): )/, $text;
	}
	else { $first = $text; }
	my $result = $first ne '' ? wrapped(prose($first, $page)) . "\n" : '';
	for my $item (@items)
	{
		my ($subject, $rest) = $item =~ /^([^:]+): (.*)$/s;
		push @last, $1 =~ s/;\z/./r if $rest =~ s/(?<=\.) (?=[A-Z])(.*)//s;
		$rest =~ s/;$/./;
		$subject = join ' and ', map { join ', ', map { code($_) } split /, / } split / and /, $subject;
		$result .= '- ' . wrapped("$subject: " . prose($rest, $page), '  ');
	}
	$result .= "\n" if @items;
	return $result . (@last ? wrapped(prose("@last", $page)) . "\n" : '');
}

sub anchor { my ($heading) = @_; return lc($heading) =~ s/[^\w\- ]//gr =~ s/ /-/gr; }

sub write_page
{
	my ($page, $title, $intro, $body) = @_;
	my $links = join ' · ', map { $_ eq $page ? $pages{$_} : "[$pages{$_}]($_.md)" } @pages;
	my $path = "$directory/$page.md";

	open my $out, '>:encoding(UTF-8)', $path or die "$path: $!\n";
	print $out "<!-- Made by `make docs`: mend the comment in the source, not this page. -->\n\n# $title\n\n",
	  wrapped($intro), "\n", wrapped("Reference: $links"), "\n", $body =~ s/\n+\z/\n/r;
	close $out or die "$path: $!\n";
}

# The things of a list by group, in the order of the groups: those that a group
# names in its order, then those that fit its pattern; the rest are the last's.
sub grouped
{
	my ($groups, $name_of, @things) = @_;
	my %group_of;
	my @result;

	for my $thing (@things)
	{
		my $name = $name_of->($thing);
		my ($group) = grep { my $g = $_; grep { $_ eq $name } @{ $g->{names} } } @$groups;
		($group) = grep { $_->{pattern} && $name =~ $_->{pattern} } @$groups if !$group;
		push @{ $group_of{ ($group // $groups->[-1])->{title} } }, $thing;
	}
	for my $group (@$groups)
	{
		my %place;
		@place{ @{ $group->{names} } } = 0 .. $#{ $group->{names} };
		my @members = sort { ($place{ $name_of->($a) } // 999) <=> ($place{ $name_of->($b) } // 999) || $name_of->($a) cmp $name_of->($b) }
		  @{ $group_of{ $group->{title} } // [] };
		push @result, { %$group, members => \@members } if @members;
	}
	return @result;
}

# What a page with a heading for each thing has at its top.
sub contents
{
	my ($name_of, @groups) = @_;
	my $result = '';

	for my $group (@groups)
	{
		my %seen;
		my @names = grep { !$seen{$_}++ } map { $name_of->($_) } @{ $group->{members} };
		$result .= '- ' . wrapped("[$group->{title}](#" . anchor($group->{title}) . '): ' . join(', ', map { "[$_](#" . anchor($_) . ')' } @names), '  ');
	}
	return "$result\n";
}

# ----------------------------------------------------------------- functions

my @function_groups = (
	{ title => 'Make a memo', intro => 'From the sections, claims and documents of a deal to a finished memo.',
		names => [qw(memo_put_section memo_finalize memo_finalize_all memo_deal_id memo_policy memo_holds memo_approve memo_release_gate memo_pin memo_stages)] },
	{ title => 'Read a memo', intro => 'A finished memo in the form that a reader, an editor or a program wants.',
		names => [qw(memo_markdown memo_html memo_prosemirror memo_report)] },
	{ title => 'Audit a memo', intro => 'Is it what it says it is, where does a note come from, what changed?',
		names => [qw(memo_verify memo_evidence memo_trace memo_trace_text memo_diff memo_revisions memo_restore memo_replay)] },
	{ title => 'Text and source ids', intro => 'What agents write, and what the scanner sees of it.',
		names => [qw(memo_markers memo_normalize memo_sentence memo_retries memo_reserve_src_ids memo_collisions memo_resolve_collisions memo_import_markdown memo_import_prosemirror)] },
	{ title => 'Metrics', intro => 'Numbers of the prose and of structured outputs against the canonical ones.',
		names => [qw(memo_metric_schema memo_check_structured memo_check_prose memo_correct_prose)] },
	{ title => 'Charts', intro => 'Candidate charts, and which questions they answer.',
		names => [qw(memo_chart_problems memo_chart_schema memo_chart_html memo_chart_svg memo_select_charts memo_decision_questions
			memo_decision_coverage)], pattern => qr/^memo_chart_/ },
	{ title => 'Evidence', intro => 'Quotes, passages, blocks of pages, and answers that cite them.',
		names => [qw(memo_quote_match memo_validate_claims memo_check_quotes memo_check_figures memo_figures memo_judge_requests memo_judge memo_claim_rows memo_diversify memo_diversify_rows
			memo_format_blocks memo_cite_source memo_cite_answer memo_import_citations memo_check_boxes memo_renumber_superscripts)],
		pattern => qr/^memo_(?:quote|cite)_/ },
	{ title => 'Insights', intro => 'Analysts\' notes, warnings, conflicts and assumptions behind a model.',
		names => [qw(memo_load_context memo_context_problem)] },
	{ title => 'Synthesis versions', intro => 'What an agent had when it made a report, kept so that the report can be made again.',
		names => [qw(memo_save_synthesis memo_snapshot memo_load_synthesis memo_retry memo_synthesis_problem memo_synthesis_sections
			memo_synthesis_claims memo_route memo_route_patterns)], pattern => qr/synthesis|route/ },
	{ title => 'Ask a model', intro => 'Questions that a model answers from passages, with verbatim quotes.',
		names => [qw(memo_ask memo_request memo_answer memo_answer_text memo_give_up memo_ask_with memo_prompt memo_request_schema
			memo_response_problems memo_response_figures)], pattern => qr/^memo_(?:ask|answer|request)/ },
	{ title => 'LangGraph stores', intro => 'Sections that agents keep in a LangGraph store.',
		names => [qw(memo_attach_store memo_ingest_store memo_detach_store)], pattern => qr/_store$|_items?$/ },
	{ title => 'Operations', intro => 'The store, its health, rights, the queue and the worker.',
		names => [qw(memo_init memo_uninstall memo_doctor memo_grant memo_library memo_work memo_due memo_is_complete memo_requeue memo_progress
			memo_worker_start memo_worker_stop memo_worker_restart memo_worker_wake memo_worker_status memo_distribute memo_delegate)], pattern => qr/^memo_(?:worker|doctor)/ },
	{ title => 'More', intro => 'What the others are made of.', names => [] });

# Helpers are in another schema.
my $functions_query = q{
	SELECT p.proname AS name, p.prokind AS kind, coalesce(obj_description(p.oid, 'pg_proc'), '') AS comment, p.proretset AS is_set,
		format_type(p.prorettype, NULL) AS result, pg_get_function_arguments(p.oid) AS arguments,
		has_function_privilege('public', p.oid, 'EXECUTE') AS is_public,
		EXISTS (SELECT FROM pg_proc g WHERE g.proname = 'memo_grant'
			AND p.proname = ANY ((regexp_match(g.prosrc, $$writing CONSTANT text\[\] := '([^']*)'$$))[1]::text[])) AS is_writers,
		(SELECT json_agg(json_build_object('name', a.name, 'mode', a.mode, 'type', format_type(a.type, NULL),
				'value', CASE WHEN a.mode IN ('i', 'b') THEN pg_get_function_arg_default(p.oid, a.ord::int) END) ORDER BY a.ord)
			FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames,
				coalesce(p.proargmodes, array_fill('i'::"char", ARRAY[p.pronargs::int]))) WITH ORDINALITY AS a(type, name, mode, ord)
			WHERE a.type IS NOT NULL) AS args,
		(SELECT json_agg(json_build_object('name', c.attname, 'type', format_type(c.atttypid, c.atttypmod)) ORDER BY c.attnum)
			FROM pg_type t JOIN pg_attribute c ON c.attrelid = t.typrelid AND c.attnum > 0 AND NOT c.attisdropped
			WHERE t.oid = p.prorettype) AS columns
	FROM pg_proc p
		JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
		JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'memocite' AND e.extnamespace = p.pronamespace
	ORDER BY p.proname COLLATE "C", coalesce(obj_description(p.oid, 'pg_proc'), '') LIKE 'The same%', pg_get_function_arguments(p.oid) COLLATE "C"};

sub short_type { my ($type) = @_; return $type =~ s/timestamp with time zone/timestamptz/r; }

# name(argument type DEFAULT value, ...) RETURNS type, on lines that can be read.
sub signature
{
	my ($f) = @_;
	my @arguments;

	for my $a (@{ $f->{args} // [] })
	{
		next if $a->{mode} !~ /^[ib]$/;
		my $default = $a->{value} // '';
		$default =~ s/::[a-z \[\]"]+$//;
		push @arguments, $a->{name} . ' ' . short_type($a->{type}) . ($default eq '' ? '' : " DEFAULT $default");
	}
	my @out = grep { $_->{mode} =~ /^[obt]$/ } @{ $f->{args} // [] };
	my $result = $f->{kind} eq 'p' ? '' : ' RETURNS ' . ($f->{is_set} ? 'SETOF ' : '') . short_type($f->{result});
	$result = ' RETURNS ' . ($f->{is_set} ? 'rows' : 'one row') if $f->{kind} ne 'p' && (@out || $f->{columns});
	my $call = ($f->{kind} eq 'p' ? 'CALL ' : '') . $f->{name};
	my $line = "$call(" . join(', ', @arguments) . ")$result";
	return $line if length $line <= 92;
	return "$call(\n" . join(",\n", map { "    $_" } @arguments) . "\n)$result";
}

sub function_entry
{
	my ($f) = @_;
	my @columns = grep { $_->{mode} =~ /^[obt]$/ } @{ $f->{args} // [] };
	@columns = @{ $f->{columns} } if $f->{columns};
	my @names = map { $_->{name} } grep { ($_->{name} // '') ne '' } @{ $f->{args} // [] }, @columns;
	my $text = "```text\n" . signature($f) . "\n```\n\n" . paragraphs($f->{comment}, 'functions', @names);
	my $who = $f->{is_public} ? 'everyone' : $f->{is_writers} ? 'writer, operator'
	  : $f->{name} eq 'memo_approve' ? 'approver, operator' : 'operator';

	$text .= wrapped('Columns: ' . join(', ', map { code($_->{name}) . ' ' . short_type($_->{type}) } @columns)) . "\n" if @columns;
	return $text . "May be called by: $who\n\n";
}

sub write_functions
{
	my @functions = rows($functions_query);
	my $name_of = sub { $_[0]{name} };
	$is_function{ $_->{name} } = 1 for @functions;

	my @groups = grouped(\@function_groups, $name_of, @functions);
	my $body = contents($name_of, @groups);
	for my $group (@groups)
	{
		my $last = '';

		$body .= "## $group->{title}\n\n" . wrapped($group->{intro}) . "\n";
		for my $f (@{ $group->{members} })
		{
			$body .= "### $f->{name}\n\n" if $f->{name} ne $last;
			$last = $f->{name};
			$body .= function_entry($f);
		}
		print STDERR "reference.pl: $_->{name} is in no group of functions\n" for $group->{title} eq 'More' ? @{ $group->{members} } : ();
	}
	write_page('functions', 'Functions',
		'Every function that you call, by purpose. Offsets and lengths are in characters, from 0, unless it says otherwise. '
		. '"May be called by" names the levels of [memo_grant](#memo_grant); a superuser may call all. '
		. 'Who calls a function needs the rights on what it reads, too: those of a reader.', $body);
	return;
}

# -------------------------------------------------------------------- tables

my @table_groups = (
	{ title => 'Input', intro => 'Written by agents, by ingestion and by analysts.',
		names => [qw(deal document passage block section claim metric insight chart synthesis request src_range allocator)] },
	{ title => 'Catalogues', intro => 'Empty until you override or add to what is built in.',
		names => [qw(policy section_kind metric_kind decision_question route_pattern)] },
	{ title => 'Output', intro => 'Written by memo_finalize() alone, and read through the views.',
		names => [qw(revision revision_section revision_detail newest approval judgement)] },
	{ title => 'Queue and store', intro => 'What waits, and what the store is.', names => [qw(queue store_version)] },
	{ title => 'Views of one memo', intro => 'They have all revisions: name deal_id and revision.',
		names => [qw(footnote citation citation_judgement claim_outcome event grade chart_decision coverage checkpoint waterfall)] },
	{ title => 'Views of all deals', intro => 'Their newest memos, and how the work goes.',
		names => [qw(status latest_revision stale_source blast_radius metrics)] },
	{ title => 'More tables and views', intro => 'What is in no other group.', names => [] });

my $relations_query = q{
	SELECT c.relname AS name, c.relkind = 'v' AS is_view, coalesce(obj_description(c.oid, 'pg_class'), '') AS comment,
		(SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
				'value', pg_get_expr(d.adbin, d.adrelid), 'comment', coalesce(col_description(c.oid, a.attnum), ''),
				'is_key', EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)))
				ORDER BY a.attnum)
			FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
			WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
		(SELECT json_agg(json_build_object('kind', k.contype, 'text', pg_get_constraintdef(k.oid))
				ORDER BY array_position('{p,u,f,c}'::"char"[], k.contype), pg_get_constraintdef(k.oid) COLLATE "C")
			FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'f', 'c')) AS constraints
	FROM pg_class c
	WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind IN ('r', 'v')
	ORDER BY c.relname COLLATE "C"};

sub value_of
{
	my ($column) = @_;
	my $default = $column->{value};

	return 'key' if $column->{is_key};
	return 'default ' . code($default =~ s/::[a-z ]+(?:\[\])?$//r) if defined $default;
	return $column->{required} ? 'required' : '';
}

# A constraint as one would write it.
sub constraint
{
	my ($says) = @_;
	my $type = qr/::(?:"char"|[a-z]+(?: precision)?)(?:\[\])?/;

	$says =~ s/memocite\.//g;
	$says =~ s/\((-?[\d.]+)\)$type/$1/g;
	$says =~ s/$type//g;
	$says =~ s/= ANY \(ARRAY\[([^\[\]]*)\]\)/IN ($1)/g;
	1 while $says =~ /^CHECK \((\(.*\))\)$/s && closed_at($1) == length $1 && $says =~ s/^CHECK \((\(.*\))\)$/CHECK $1/s;
	return $says;
}

sub relation_entry
{
	my ($r) = @_;
	my @columns = @{ $r->{columns} };
	my $text = "### $r->{name}\n\n" . paragraphs($r->{comment}, 'tables');

	if ($r->{name} eq 'revision_detail')
	{
		@columns = grep { $_->{type} !~ /\[\]$/ } @columns;
		$text .= wrapped('Its arrays, one for each column of those views, are not listed here: `\d+ memocite.revision_detail`.') . "\n";
	}
	$text .=
	  $r->{is_view}
	  ? table([ 'column', 'type', 'meaning' ], map { [ code($_->{name}), short_type($_->{type}), prose($_->{comment}, 'tables') ] } @columns)
	  : table([ 'column', 'type', 'value', 'meaning' ],
		map { [ code($_->{name}), short_type($_->{type}), value_of($_), prose($_->{comment}, 'tables') ] } @columns);
	for my $k (@{ $r->{constraints} // [] })
	{
		my $says = constraint($k->{text});
		$text .= '- ' . wrapped(code($says), '  ') if length $says <= 300;
	}
	return $text . "\n";
}

sub write_tables
{
	my @relations = rows($relations_query);
	my $name_of = sub { $_[0]{name} };
	my @groups = grouped(\@table_groups, $name_of, @relations);
	my $body = contents($name_of, @groups);

	for my $group (@groups)
	{
		$body .= "## $group->{title}\n\n" . wrapped(prose($group->{intro}, 'tables')) . "\n";
		$body .= relation_entry($_) for @{ $group->{members} };
		print STDERR "reference.pl: $_->{name} is in no group of tables\n" for $group->{title} =~ /^More/ ? @{ $group->{members} } : ();
	}
	write_page('tables', 'Tables and views',
		'Schema `memocite`, which [memo_init](functions.md#memo_init) makes. Where a column has no value it may be NULL. '
		. 'The same is in the database: `\d+ memocite.claim`.', $body);
	return;
}

# -------------------------------------------------- events, policy, settings

sub write_events
{
	my @events = list_of('src/memo/eventlist.def', 'EVENT');
	my @severities = (
		[ ERROR => 'Somebody must look before the memo is sent.' ],
		[ WARNING => 'The memo is sound, but says less, or something else, than its drafts.' ],
		[ INFO => 'Done as designed; look when you wonder.' ]);
	my ($body, $list) = ('', '');

	for my $severity (@severities)
	{
		my ($name, $means) = @$severity;
		my @of = sort { $a->[1] cmp $b->[1] } grep { $_->[2] eq $name } @events or next;
		$list .= "- [$name](#" . anchor($name) . '), ' . @of . ": $means\n";
		$body .= "## $name\n\n$means\n\n" . table([ 'code', 'meaning' ], map { [ code($_->[1]), prose($_->[3], 'events') ] } @of);
	}
	write_page('events', 'Events',
		'Bad data in a draft is never an error: it becomes an event, a row of [event](tables.md#event), and the report counts it. '
		. 'What to do about those that you meet: [troubleshooting](../how-to/troubleshooting.md).', "$list\n$body");
	return;
}

# Each group begins at a key and ends before the next.
my %policy_groups = (
	repair_markers => 'Markers and ids', agent_notes => 'Footnotes of agents', warn_lost_percent => 'Lost citations and held memos', rescue => 'Sections without a citation',
	cluster_cap => 'References', stale_days => 'Marks on notes',
	budget_words => 'Budgets', lineage_influence_percent => 'Insights', enforce_metrics => 'Metrics',
	quote_level => 'Quotes and answers', max_charts => 'Charts', keep_revisions => 'Revisions');

# The defaults of the list are those in force for a deal that has none of its own.
sub check_defaults
{
	my (@keys) = @_;
	my ($row) = rows('SELECT memo_policy(1) AS policy');

	for my $key (@keys)
	{
		my $value = $row->{policy}{ $key->[1] };
		$value = join '|', @$value if ref $value eq 'ARRAY';
		$value = ref $value || $value =~ /^(?:true|false)$/ ? ($value ? 'true' : 'false') : $value if defined $value && $key->[0] eq 'POLICY_BOOL';
		die "policy $key->[1]: the list says $key->[2], memo_policy() " . ($value // 'nothing') . "\n"
		  if !defined $value || $value ne $key->[2];
	}
	return;
}

sub write_policy
{
	my @keys = list_of('src/memo/policylist.def', 'POLICY_(?:BOOL|INT|CHOICE|SET)');
	my ($body, $list, @rows) = ('', '');
	my $heading = 'General';
	my $flush = sub {
		return if !@rows;
		$list .= '- ' . wrapped("[$heading](#" . anchor($heading) . '): ' . join(', ', map { $_->[0] } @rows), '  ');
		$body .= "## $heading\n\n" . table([ 'key', 'default', 'values', 'meaning' ], @rows);
		@rows = ();
	};

	check_defaults(@keys);
	for my $key (@keys)
	{
		my ($kind, $name, $default, @rest) = @$key;
		my $values = $kind eq 'POLICY_BOOL' ? 'true, false' : $kind eq 'POLICY_INT' ? "$rest[0] to $rest[1]" : $rest[0] =~ s/\|/, /gr;
		if ($policy_groups{$name})
		{
			$flush->();
			$heading = $policy_groups{$name};
		}
		push @rows, [ code($name), $default =~ s/\|/, /gr, $values, prose($rest[ $kind eq 'POLICY_BOOL' ? 0 : $kind eq 'POLICY_INT' ? 2 : 1 ], 'policy') ];
	}
	$flush->();
	write_page('policy', 'Policy',
		'What changes a memo is data. Rows of [policy](tables.md#policy) override these defaults in order of name, then column `policy` of '
		. '[deal](tables.md#deal). [memo_policy](functions.md#memo_policy) shows what is in force for a deal; each revision keeps the policy '
		. 'it was made with.', "$list\n$body");
	return;
}

# 2000 ms is 2 s.
sub with_unit
{
	my ($value, $unit) = @_;
	return $value if ($unit // '') eq '';
	return "$value $unit" if $unit ne 'ms' || $value !~ /^\d+$/;
	return $value if $value == 0;
	return $value % 3600000 == 0 ? $value / 3600000 . ' h' : $value % 60000 == 0 ? $value / 60000 . ' min' : $value % 1000 == 0 ? $value / 1000 . ' s' : "$value ms";
}

sub write_settings
{
	my %read_at = (
		sighup => 'in `postgresql.conf`; read again at reload', user => 'by anyone, in a session, for a role or a database',
		superuser => 'by a superuser', postmaster => 'in `postgresql.conf`; read at the start of the server');
	my @settings;

	# they are known once the library is there
	psql($database, "LOAD 'memocite'; CREATE TABLE public.settings AS SELECT name, vartype, unit, boot_val, min_val, max_val, context, short_desc, extra_desc
		FROM pg_settings WHERE name LIKE 'memocite.%'");
	@settings = rows('SELECT * FROM public.settings ORDER BY name COLLATE "C"');
	die "no settings\n" if !@settings;
	my $body = '';
	$body .= "- [$_->{name}](#" . anchor($_->{name}) . ")\n" for @settings;
	for my $s (@settings)
	{
		my $values = $s->{vartype} eq 'bool' ? 'on, off' : defined $s->{min_val} ? with_unit($s->{min_val}, $s->{unit}) . ' to ' . with_unit($s->{max_val}, $s->{unit}) : 'text';
		$body .= "\n## $s->{name}\n\n" . wrapped(prose(join(' ', grep { ($_ // '') ne '' } $s->{short_desc}, $s->{extra_desc}), 'settings')) . "\n";
		$body .= table([ 'default', 'values', 'set' ], [ code(with_unit($s->{boot_val}, $s->{unit})), $values, $read_at{ $s->{context} } // $s->{context} ]);
		$body =~ s/\n\z//;
	}
	write_page('settings', 'Settings',
		'Settings of the server that memocite has. They concern the worker and notification, never what a memo says: that is [policy](policy.md). '
		. 'How to run a worker: [worker](../how-to/worker.md).', $body);
	return;
}

# ----------------------------------------------------------- stages, markers

sub write_stages
{
	my @stages = rows('SELECT * FROM memo_stages()');
	my ($body, $list, $group, @rows) = ('', '', '');
	my $flush = sub {
		return if !@rows;
		my $heading = ucfirst $group;
		$list .= '- ' . wrapped("[$heading](#" . anchor($heading) . '): ' . join(', ', map { $_->[1] } @rows), '  ');
		$body .= "## $heading\n\n" . table([ 'seq', 'label', 'name', 'does', 'needs', 'count after it' ], @rows);
		@rows = ();
	};

	for my $s (@stages)
	{
		$flush->() if $s->{stage_group} ne $group;
		$group = $s->{stage_group};
		push @rows, [ $s->{seq}, $s->{label}, code($s->{name}), prose($s->{description}, 'stages'), $s->{context}, defined $s->{checkpoint} ? code($s->{checkpoint}) : '' ];
	}
	$flush->();
	write_page('stages', 'Stages',
		'[memo_finalize](functions.md#memo_finalize) runs these ' . @stages . ' stages in this order, not in that of their labels. '
		. 'A stage that needs something does nothing without it. Counts are rows of [checkpoint](tables.md#checkpoint), as are '
		. '`pre_pipeline` before the first stage and `final` after the last. Column `stage` of [citation](tables.md#citation) and '
		. '[event](tables.md#event) has a label. Why so: [ledger and determinism](../explanation/ledger-and-determinism.md).', "$list\n$body");
	return;
}

# Kind, what becomes of it, examples: each a text of which the scanner must say so.
my @markers = (
	[ 'src', 'the source that a claim of the section gives this id', '[SRC:12]', '[SRC: 12]' ],
	[ 'src_variant', 'repaired into src, where policy `repair_markers` is on', '[SRC:1, 2]', '[SRC:1; SRC:2]', '[SRC:12, p. 4]', '[SRC:1-3, 5]',
		'[SRC 3]', '[src:3]', '【SRC:3】' ],
	[ 'source_tag', 'the document with this tag', '[SOURCE-A]' ],
	[ 'legacy_tag', 'the claim of this type in the section, else the deal\'s only document of it', '[CoStar]', '[Excel]', '[PDF]' ],
	[ 'note_ref', 'an agent\'s own footnote: a citation when it names documents and says no more, else a note with its text', '[^x]', '[^1, ^2]' ],
	[ 'note_def', 'its definition; leaves the text', '[^x]: Rent Roll, p. 4' ],
	[ 'numeric', 'the entry with this number of the list that ends the section, as its footnote', "Rent [2].\n\n## Sources\n2. Appraisal" ],
	[ 'source_line', 'says what the id is; leaves the text', '[SRC:3]: Rent Roll, p. 4' ],
	[ 'superscript', 'the source that the section defines below its table, else the claim with that id', "| NOI |\n|---|\n| 4,199¹ |\n" ],
	[ 'chart_anchor', 'the place of that chart; leaves the text', '[CHART:noi_growth]' ],
	[ 'canonical', 'deleted', '[CANONICAL: irr=18.5]' ],
	[ 'unrecognized', 'what it names exactly, else removed', '[DOC-12]', '[SRC:abc]', '[CITATION NEEDED]' ],
	[ 'table_tag', 'stays', '[TABLE-2]' ],
	[ 'verified', 'stays: the note on a corrected number', '[VERIFIED: corrected from 17.9% per source data]' ],
	[ 'bracket', 'stays', '[SOURCE DOCUMENTS]' ]);

# The kinds of the grammar, as the library has them.
sub marker_kinds
{
	my @kinds;
	for my $header (glob 'src/*/*.h')
	{
		open my $in, '<', $header or die "$header: $!\n";
		while (<$in>) { push @kinds, $1 if /X\(MARKER_\w+, "(\w+)",/; }
	}
	die "no kinds of markers in src/*/*.h\n" if !@kinds;
	return @kinds;
}

sub scanned
{
	my ($example) = @_;
	my $text = $example =~ s/'/''/gr;
	my ($first) = rows("SELECT kind, value, id FROM memo_markers('$text')");
	return $first // { kind => 'text' };
}

sub write_markers
{
	my %documented = map { $_->[0] => 1 } @markers;
	my (@kinds, @examples);

	print STDERR "reference.pl: there is no example of marker kind $_\n" for grep { !$documented{$_} } marker_kinds();
	for my $marker (@markers)
	{
		my ($kind, $becomes, @texts) = @$marker;
		for my $text (@texts)
		{
			my $seen = scanned($text);
			my ($shown) = $text =~ /\n\| (.*) \|\n\z/ ? "$1 in a table cell" : $text =~ s/\n.*\n/ ... /sr;
			die "memo_markers reads $text as $seen->{kind}, not as $kind\n" if $seen->{kind} ne $kind;
			my $id = $kind =~ /^(?:src|source_line|superscript)/ ? $seen->{id} : undef;
			push @examples, [ code($shown), $seen->{kind}, code($seen->{value} // ''), $id ];
		}
		push @kinds, [ code($kind), join(' ', map { code(/\n\| (.*) \|\n\z/ ? $1 : s/\n.*\n/ ... /sr) } @texts), $becomes ];
	}
	write_page('markers', 'Markers',
		'What agents write and the scanner reads, by kind. In code, HTML, link destinations and images a marker is text. '
		. 'What is read, what is not, and why: [markers](../explanation/markers.md).',
		"- [Kinds](#kinds): what becomes of each\n- [What the scanner says](#what-the-scanner-says): kind, value and id of each example\n\n"
		. "## Kinds\n\n" . table([ 'kind', 'written', 'becomes' ], @kinds)
		. "## What the scanner says\n\n" . wrapped('Columns of [memo_markers](functions.md#memo_markers); value is what stands in the marker, '
			. 'id its first source id. `[SRC:12]` may also be escaped as editors do it, `\[SRC:12\]` (policy `unescape_markers`).') . "\n"
		. table([ 'text', 'kind', 'value', 'id' ], @examples));
	return;
}

psql('postgres', "DROP DATABASE IF EXISTS $database");
psql('postgres', "CREATE DATABASE $database TEMPLATE template0 ENCODING 'UTF8'");
psql($database, "CREATE EXTENSION memocite; SELECT memo_init(); INSERT INTO memocite.deal(deal_id, name) VALUES (1, 'reference')");
write_functions();
write_tables();
write_events();
write_policy();
write_settings();
write_stages();
write_markers();
psql('postgres', "DROP DATABASE $database");
