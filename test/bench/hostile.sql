-- Bodies that are quadratic for a careless scanner, each at half and at full size: deals 2001, 2002, ...
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE TABLE bench.hostile(deal_id bigint PRIMARY KEY, name text, half boolean);

-- The next deal, with documents 1, 2, ...
CREATE FUNCTION bench.new_deal(name text, size int, full_size int, ndocuments int, OUT deal bigint) LANGUAGE plpgsql AS $$
BEGIN
    deal := 2001 + (SELECT count(*) FROM bench.hostile);
    INSERT INTO bench.hostile VALUES (deal, name, size < full_size);
    INSERT INTO memocite.deal(deal_id, name) VALUES (deal, name);
    INSERT INTO memocite.document(deal_id, doc_id, title)
    SELECT deal, n::text, 'Document ' || n FROM generate_series(1, ndocuments) AS n;
END $$;

CREATE PROCEDURE bench.add_hostile(name text, full_size int, body text, sections boolean DEFAULT false)
LANGUAGE plpgsql AS $$
DECLARE
    deal bigint;
    size int;
BEGIN
    FOREACH size IN ARRAY ARRAY[full_size / 2, full_size] LOOP
        deal := bench.new_deal(name, size, full_size, 20);
        INSERT INTO memocite.section(deal_id, section_key, position, body)
        SELECT deal, 's' || n, n, CASE WHEN sections THEN body ELSE repeat(body, size / length(body)) END
        FROM generate_series(1, CASE WHEN sections THEN size ELSE 1 END) AS n;
        INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page)
        SELECT deal, 's' || s, n, n::text, n
        FROM generate_series(1, CASE WHEN sections THEN size ELSE 1 END) AS s,
            generate_series(1, CASE WHEN sections THEN 1 ELSE 20 END) AS n;
    END LOOP;
END $$;

CALL bench.add_hostile('1 MB of [', 1000000, '[');
CALL bench.add_hostile('1 MB of [SRC:', 1000000, '[SRC:');
CALL bench.add_hostile('1 MB of |', 1000000, '|');
CALL bench.add_hostile('1 MB of back-ticks', 1000000, '`');
SELECT string_agg(repeat('`', n), ' ') AS runs FROM generate_series(1, 300) AS n \gset
CALL bench.add_hostile('1 MB of back-tick runs of 300 lengths', 1000000, :'runs');
CALL bench.add_hostile('1 MB of blanks and brackets', 1000000, '          [ ] ');
CALL bench.add_hostile('one line of 5 MB', 5000000, 'Net operating income of $4.2M supports the basis, e.g. ');
CALL bench.add_hostile('200,000 markers in a section', 200000 * 17, 'NOI [SRC:7]. Yes ');
CALL bench.add_hostile('5,000 sections', 5000, 'NOI of $4.2M supports the basis [SRC:1].', sections => true);

-- A section of so many sentences, and a claim for each.
CREATE PROCEDURE bench.add_crowd(name text, full_size int, sentence text, claim text, id text)
LANGUAGE plpgsql AS $$
DECLARE
    deal bigint;
    size int;
BEGIN
    FOREACH size IN ARRAY ARRAY[full_size / 2, full_size] LOOP
        deal := bench.new_deal(name, size, full_size, 1);
        INSERT INTO memocite.section(deal_id, section_key, body)
        SELECT deal, 's', string_agg(replace(sentence, '%', n::text), ' ' ORDER BY n) FROM generate_series(1, size) AS n;
        INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text)
        SELECT deal, 's', replace(id, '%', n::text)::int, '1', n, replace(claim, '%', n::text)
        FROM generate_series(1, size) AS n;
    END LOOP;
END $$;

-- So many sections that lack citations, and a passage for each that has their words.
CREATE PROCEDURE bench.add_passages(name text, full_size int)
LANGUAGE plpgsql AS $$
DECLARE
    deal bigint;
    size int;
BEGIN
    FOREACH size IN ARRAY ARRAY[full_size / 2, full_size] LOOP
        deal := bench.new_deal(name, size, full_size, 1);
        INSERT INTO memocite.section(deal_id, section_key, position, body)
        SELECT deal, 's' || n, n, repeat('The income number ' || n || ' is growing fast. ', 80)
        FROM generate_series(1, size) AS n;
        INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page)
        SELECT deal, 's' || n, 1, '1', 1 FROM generate_series(1, size) AS n;
        INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content)
        SELECT deal, n::text, '1', n, 'The income is growing fast in long plenty ' || 1000000 + n
        FROM generate_series(1, size) AS n;
    END LOOP;
END $$;

CALL bench.add_crowd('10,000 claims of one id', 10000, 'The income number % is growing fast [SRC:1].',
    'Income number % is growing fast', '1');
CALL bench.add_crowd('20,000 claims without a marker', 20000, 'The income number % is growing fast.',
    'Income number % is growing fast', '%');
CALL bench.add_crowd('20,000 claims with the words of all sentences', 20000, 'The steady income part% is growing fast.',
    'Fast growing steady income', '%');
CALL bench.add_passages('1,200 sections without enough citations, 1,200 passages', 1200);
ANALYZE;
