// langgraph_store.mjs: LangGraph's own PostgresStore (npm @langchain/langgraph-checkpoint-postgres) writes sections and
// claims, memocite makes a memo of them. Uses the database of the PG* variables, which has deal 7 (examples/deal.sql).
// One result a test; an error ends the run, for what follows builds on it.
import assert from 'node:assert/strict'
import { PostgresStore } from '@langchain/langgraph-checkpoint-postgres/store'
import pg from 'pg'

const db = new pg.Client()
const store = new PostgresStore({ connectionOptions: {} })
const rows = async (text, values) => (await db.query(text, values)).rows
const value = async (text, values) => Object.values((await rows(text, values))[0])[0]
const test = async (name, body) => {
  try {
    await body()
    console.log(`ok - ${name}`)
  } catch (error) {
    console.log(`not ok - ${name}`)
    throw error
  }
}

const SECTIONS = ['memo', '7', 'sections']
const returns = {
  title: 'Returns', position: 1, agent: 'returns-agent',
  content: 'Net operating income was $4.2 million [SRC:1], after a refinancing [SRC:2].',
  claim_citations: [
    { src_id: 1, doc_id: 'om', page: 4, passage_id: 'om-4', quote: 'net operating income was $4.2 million' },
    { src_id: 2, doc_id: 'term-sheet', title: 'Term Sheet', page: 2 }] }
const risk = {
  title: 'Risk', position: 2,
  content: 'Repairs of $186,500 are due [SRC:1].',
  claim_citations: [{ src_id: 1, doc_id: 'pca', page: 5, quote: 'Immediate repairs of $186,500' }] }
const queued = () => value('SELECT count(*)::int FROM memocite.queue WHERE deal_id = 7')
const section = async (key) => (await rows(`
  SELECT s.title, s.position, s.agent, s.body, s.xmin::text AS written, (
    SELECT jsonb_agg(jsonb_build_object('src_id', c.src_id, 'doc_id', c.doc_id, 'page', c.page) ORDER BY c.src_id)
    FROM memocite.claim c WHERE c.deal_id = s.deal_id AND c.section_key = s.section_key) AS claims
  FROM memocite.section s WHERE s.deal_id = 7 AND s.section_key = $1`, [key]))[0]

async function run() {
  await test('the store has the table that memocite expects', async () => {
    await store.setup()
    await store.put(SECTIONS, 'returns', returns)
    assert.deepEqual(await rows(`
      SELECT a.attname AS name, a.atttypid::regtype::text AS type FROM pg_attribute a
      WHERE a.attrelid = 'store'::regclass AND a.attname IN ('namespace_path', 'prefix', 'key', 'value') ORDER BY a.attnum`),
    [{ name: 'namespace_path', type: 'text' }, { name: 'key', type: 'text' }, { name: 'value', type: 'jsonb' }])
    assert.deepEqual(await rows('SELECT namespace_path, key FROM store'), [{ namespace_path: 'memo:7:sections', key: 'returns' }])
  })

  await test('what was put before the attach is taken by memo_ingest_store', async () => {
    await db.query("SELECT memo_attach_store('store')")
    assert.equal(await value('SELECT arguments[1] FROM memocite_internal.memo_attached_stores()'), 'namespace_path')
    assert.equal(await section('returns'), undefined)
    assert.equal(await value('SELECT memo_ingest_store(7)'), 1)
    const { written, ...taken } = await section('returns')
    assert.deepEqual(taken, { title: 'Returns', position: 1, agent: 'returns-agent', body: returns.content,
      claims: [{ src_id: 1, doc_id: 'om', page: 4 }, { src_id: 2, doc_id: 'term-sheet', page: 2 }] })
    assert.equal(await value("SELECT title FROM memocite.document WHERE deal_id = 7 AND doc_id = 'term-sheet'"), 'Term Sheet')
  })

  await test('a put writes a section with its claims, and enqueues the deal', async () => {
    await db.query('DELETE FROM memocite.queue')
    await store.put(SECTIONS, 'risk', risk)
    const { body, claims } = await section('risk')
    assert.deepEqual([body, claims], [risk.content, [{ src_id: 1, doc_id: 'pca', page: 5 }]])
    assert.equal(await queued(), 1)
  })

  await test('an equal put writes and enqueues nothing', async () => {
    await db.query('DELETE FROM memocite.queue')
    const before = await section('returns')
    const updated = () => value("SELECT updated_at::text FROM store WHERE key = 'returns'")
    const putBefore = await updated()
    await store.put(SECTIONS, 'returns', returns)
    await store.put(SECTIONS, 'returns', Object.fromEntries(Object.entries(returns).reverse()))
    assert.notEqual(await updated(), putBefore)
    assert.deepEqual(await section('returns'), before)
    assert.equal(await value('SELECT memo_ingest_store(7)'), 2)
    assert.equal(await queued(), 0)
  })

  await test('a changed put writes what changed, and enqueues the deal', async () => {
    const claims = [...risk.claim_citations, { src_id: 2, doc_id: 'pca', page: 8 }]
    await store.batch([{ namespace: SECTIONS, key: 'risk', value: {
      ...risk, content: 'Repairs of $186,500 are due [SRC:1]. Roofs are new [SRC:2].', claim_citations: claims } }])
    const changed = await section('risk')
    assert.match(changed.body, /Roofs are new/)
    assert.equal(changed.claims.length, 2)
    assert.equal(await queued(), 1)
  })

  await test('other namespaces, deals that do not exist and values without text leave the store as it is', async () => {
    await store.put(['memo', '7', 'drafts'], 'risk', { content: 'Draft.' })
    await store.put(['memo', '7', 'sections', 'old'], 'risk', { content: 'Old.' })
    await store.put(['memo', '8', 'sections'], 'risk', { content: 'Of no deal.' })
    await store.put(SECTIONS, 'notes', { text: 'No content.' })
    assert.deepEqual((await rows('SELECT section_key FROM memocite.section ORDER BY 1')).map((row) => row.section_key), ['returns', 'risk'])
    assert.deepEqual((await store.get(['memo', '8', 'sections'], 'risk')).value, { content: 'Of no deal.' })
  })

  await test('the memo is finalized from the sections, and memo_verify finds all in order', async () => {
    const report = await value("SELECT memo_finalize(7, '2026-06-30')")
    assert.deepEqual([report.status, report.citations.kept, report.citations.removed], ['final', 4, 0])
    assert.deepEqual(await rows('SELECT rule, detail FROM memo_verify(7) WHERE NOT ok'), [])
    const markdown = await value('SELECT memo_markdown(7)')
    assert.match(markdown, /\$4\.2 million,?\[\^1\],? after a refinancing\.\[\^2\]/)
    assert.match(markdown, /\[\^2\]: Term Sheet, p\. 2\./)
  })

  await test('a delete leaves the section; a put after memo_detach_store is not taken', async () => {
    await store.delete(SECTIONS, 'risk')
    assert.match((await section('risk')).body, /Roofs are new/)
    assert.equal(await value("SELECT memo_detach_store('store')"), true)
    await store.put(SECTIONS, 'exit', { content: 'Sold.' })
    assert.equal(await section('exit'), undefined)
  })
}

await db.connect()
try {
  await run()
} finally {
  await Promise.all([db.end(), store.stop()])
}
