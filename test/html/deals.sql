-- Deals whose pages are looked at: the sample deal, every chart type, hostile
-- text in every column, and memos that have little. Run by run.sh.
SET client_min_messages = error;
CREATE EXTENSION memocite;
SELECT memo_init();
\ir ../data/maple_court.sql

-- with the boxes of its passages, for examples/viewer.html
INSERT INTO memocite.block(deal_id, block_id, passage_id, content, page, box_left, box_top, box_width, box_height)
SELECT 1, row_number() OVER (ORDER BY passage_id), passage_id, content, page, 0.12, 0.3, 0.76, 0.08 FROM memocite.passage WHERE deal_id = 1 AND page IS NOT NULL;
UPDATE memocite.claim c SET block_id = b.block_id FROM memocite.block b WHERE b.deal_id = c.deal_id AND b.passage_id = c.passage_id;

-- 2: every chart type
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2, 'Charts', '{"max_charts": 100, "family_cap": 100}');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2, 'market', 'Every chart type, from the catalogue of charts.');
CREATE TEMP TABLE line(n serial, config jsonb);
\copy line(config) FROM test/realdata/chart_types.jsonl CSV QUOTE E'\x01' DELIMITER E'\x02'
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config)
SELECT 2, format('%s_%s', lpad(n::text, 2, '0'), config ->> 'type'), 'market',
	jsonb_set(config, '{decisionQuestion}', to_jsonb(format('Question %s?', n))) FROM line;

-- 3: what would be markup, script or a request, wherever text comes in
CREATE FUNCTION pg_temp.evil(what text) RETURNS text LANGUAGE sql AS $$
	SELECT what || '</title></style><script>alert(1)</script><img src=x onerror=alert(2)> "''&amp;& javascript:alert(3) '
		|| E'\x01\x7f' || U&'\0085\FFFE\202E' || ' ]] --> </div>' $$;
INSERT INTO memocite.deal(deal_id, name) VALUES (3, pg_temp.evil('deal'));
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, ingested_on) VALUES
	(3, 'd1', pg_temp.evil('title'), pg_temp.evil('path'), 'pdf', DATE '2020-01-01'),
	(3, pg_temp.evil('id'), NULL, NULL, 'web', NULL);
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES
	(3, pg_temp.evil('key'), pg_temp.evil('title'), pg_temp.evil('body') || $markdown$ cited [SRC:1] and [SRC:2].

[a link](javascript:alert(4)) [data](data:text/html,<script>alert(5)</script>) <javascript:alert(6)>
[tab](java	script:alert(7)) [upper](JAVASCRIPT:alert(8)) [entity](&#106;avascript:alert(9)) [file](file:///etc/passwd)
[good](https://example.com/?a=1&b="2" 'a "title"') <https://example.com/<b>> www.example.com/a?b=c&d me@example.com
[quoted](<https://example.com/" onmouseover="alert(10)>) [](https://example.com/empty) [ref [SRC:1]](https://example.com/x)
![remote](https://example.com/track.png) ![svg](data:image/svg+xml;base64,PHN2Zy8+) ![pixel](data:image/png;base64,iVBORw0KGgo=)
![bad](data:image/png;base64,"onerror=alert(11))

<script>alert(12)</script>

<style>body { background: url(https://example.com/x) }</style>

<iframe src="https://example.com"></iframe> <a href="javascript:alert(13)" onclick="alert(14)">x</a><br>after a break
<!-- a comment with [SRC:1] --> and &lt;script&gt; &notanentity; &copy; &#0; &#x80;

<div data-type="chart" data-chart-id="forged" data-config="{&quot;type&quot;: &quot;bar&quot;}"></div>

<div data-type="chart" data-chart-id="x"><img src=x onerror=alert(15)></div>

# First heading

##### Jumps [SRC:1]

###### 

| <script> | `|` | |
|:--|--:|:-:|
| [SRC:1] | a \| b | **x** |

```html "onload=alert(16)
<script>alert(17)</script>  
	tab	
```

7. seven [SRC:2]
8. > quote
   > - item

***
[VERIFIED: corrected from <b>1</b> per source data] \[VERIFIED: x\] \[^1] `[^1]` [^nothing]
$markdown$);
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote, confidence, claim_text) VALUES
	(3, pg_temp.evil('key'), 1, 'd1', 3, pg_temp.evil('quote'), 0.2, pg_temp.evil('claim')),
	(3, pg_temp.evil('key'), 2, pg_temp.evil('id'), NULL, NULL, NULL, NULL);
UPDATE memocite.claim SET locator = pg_temp.evil('locator') WHERE deal_id = 3 AND src_id = 2;
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config)
SELECT 3, pg_temp.evil(t ->> 'type'), pg_temp.evil('key'), t FROM (
	SELECT jsonb_build_object('type', 'bar', 'title', pg_temp.evil('chart'), 'xLabel', pg_temp.evil('x'), 'unit', pg_temp.evil('unit'),
		'insightCaption', pg_temp.evil('caption'), 'decisionQuestion', pg_temp.evil('question'),
		'series', jsonb_build_array(jsonb_build_object('name', pg_temp.evil('series'), 'data',
			jsonb_build_array(jsonb_build_object('x', pg_temp.evil('x'), 'y', -1.5))))) AS t) AS c;
INSERT INTO memocite.insight(deal_id, kind, section_key, message, detail)
VALUES (3, 'ic_note', pg_temp.evil('key'), pg_temp.evil('insight'), '{}');
INSERT INTO memocite.decision_question(question_key, question, critical, chart_ids)
VALUES ('evil', pg_temp.evil('question'), true, ARRAY['*']);

-- 4: text without notes; 5: a section without text; 6: the same title twice; 7: much on one line
INSERT INTO memocite.deal(deal_id, name) VALUES (4, 'No notes'), (5, ' '), (6, repeat('A long name. ', 12)), (7, 'Width');
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES
	(4, 'market', NULL, 'Nothing is cited here, and nothing has to be.'), (5, 'market', ' ', ''),
	(6, 'a', 'Twice', 'One.'), (6, 'b', 'Twice', E'Two.\n\n| a |\n|---|\n\n## Two\n\n#### Four\n\n### Three'),
	(7, 'a', repeat('Width', 40), repeat('long', 100) || ' `' || repeat('code', 100) || E'` https://example.com/' || repeat('path', 60)
		|| E'\n\n| ' || repeat('column | ', 30) || E'\n|' || repeat('---|', 30) || E'\n|' || repeat(' 12345678 |', 30) || E'\n\n    '
		|| repeat('block', 60));
SELECT memo_finalize(d.deal_id, DATE '2026-06-30') FROM memocite.deal d ORDER BY d.deal_id;
