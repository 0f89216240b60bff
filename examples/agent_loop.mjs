#!/usr/bin/env node
// agent_loop.mjs DEAL: agents write two sections, a model answers a question, memocite makes the memo of it.
//
// Needs Node 18 or later and pg (npm install pg). The database is that of PGHOST, PGUSER, PGDATABASE and so on. The model is at
// MODEL_URL: it gets {system, user, response_schema} in JSON and answers with JSON of that schema.
import { on } from 'node:events'
import pg from 'pg'

const TASKS = { returns: 'The IRR, and the income that supports it.', risk: 'What can go wrong with buildings and tenants.' }
const QUESTION = 'What should a lender look at first?'
const SYSTEM = 'You write a section of an investment memo from numbered sources, and cite each fact as [SRC:n].'
const SCHEMA = { type: 'object', required: ['body', 'claims'], properties: {
  body: { type: 'string', description: 'The section in Markdown.' },
  claims: { type: 'array', description: 'One for each source cited.', items: {
    type: 'object', required: ['src_id', 'quote'], properties: {
      src_id: { type: 'integer' }, quote: { type: 'string', description: 'Copied from the source.' } } } } } }

const deal = Number(process.argv[2])
const db = new pg.Client()
const listener = new pg.Client()
const rows = async (text, values) => (await db.query(text, values)).rows
const value = async (text, values) => Object.values((await rows(text, values))[0])[0]

// The model's answer to a request, as text.
async function callModel({ system, user, response_schema }) {
  const answer = await fetch(process.env.MODEL_URL, {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ system, user, response_schema }), signal: AbortSignal.timeout(120_000) })
  if (!answer.ok)
    throw new Error(`the model answered ${answer.status}`)
  return answer.text()
}

// The deal's passages by source id; no other agent gets these ids.
async function reserveSources(agent) {
  const passages = await rows(`
    SELECT d.title, p.doc_id, p.page, p.passage_id, p.content
    FROM memocite.passage p JOIN memocite.document d USING (deal_id, doc_id)
    WHERE p.deal_id = $1 ORDER BY p.score DESC, p.passage_id`, [deal])
  const firstId = Number(await value('SELECT first_id FROM memo_reserve_src_ids($1, $2, $3)', [deal, agent, passages.length]))
  return new Map(passages.map((passage, i) => [firstId + i, passage]))
}

// Has the model write a section, again if there was a problem, and stores it with its claims.
async function writeSection(key, sources, problem) {
  let user = `${TASKS[key]}\n\nSources:\n` +
    [...sources].map(([srcId, s]) => `[SRC:${srcId}] ${s.title}, p. ${s.page}: "${s.content}"`).join('\n')
  if (problem)
    user += `\n\nYOUR LAST DRAFT WAS REFUSED:\n${problem}`
  const draft = JSON.parse(await callModel({ system: SYSTEM, user, response_schema: SCHEMA }))
  const claims = draft.claims.filter(({ src_id }) => sources.has(src_id)) // an id that was made up gets no claim: memocite removes its marker
    .map(({ src_id, quote }) => {
      const { doc_id, page, passage_id } = sources.get(src_id)
      return { src_id, doc_id, page, passage_id, quote }
    })
  await db.query('SELECT memo_put_section($1, $2, $3, claims => $4, agent => $2)', [deal, key, draft.body, JSON.stringify(claims)])
}

// Asks a question and answers it with the model until it is settled: { accepted, text }.
async function ask(question) {
  await listener.query('LISTEN memo_request')
  const notices = on(listener, 'notification')
  const id = await value('SELECT memo_ask($1, $2)', [deal, question])
  const read = () => value('SELECT memo_request($1)', [id])
  let request = await read()
  while (['pending', 'retry'].includes(request.state)) {
    // A notification for each answer that is wanted: what follows could as well be another process.
    while ((await notices.next()).value[0].payload !== id) continue
    let answer
    try {
      answer = await callModel(request)
    } catch (error) {
      await db.query('SELECT memo_give_up($1, $2)', [id, error.message])
    }
    if (answer !== undefined)
      await db.query('SELECT memo_answer($1, $2::text)', [id, answer])
    request = await read()
  }
  return { accepted: request.state === 'accepted', text: await value('SELECT memo_answer_text($1)', [id]) }
}

await Promise.all([db.connect(), listener.connect()])
try {
  const sources = {}
  for (const key of Object.keys(TASKS)) {
    sources[key] = await reserveSources(key)
    await writeSection(key, sources[key])
  }
  for (let i = 0; i < 3; i++) // what is wrong after that, memo_finalize corrects, with a note
    for (const retry of await rows('SELECT * FROM memo_retries($1)', [deal]))
      if (sources[retry.section_key])
        await writeSection(retry.section_key, sources[retry.section_key], retry.retry_reason)

  const { accepted, text } = await ask(QUESTION)
  if (accepted)
    await db.query(`
      INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES ($1, 'lender', $2, $3)
      ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body`, [deal, QUESTION, text])

  await db.query('SELECT memo_finalize($1)', [deal])
  await db.query('SELECT memo_release_gate($1)', [deal]) // an error where something holds the memo: memo_holds says what
  process.stdout.write(await value('SELECT memo_markdown($1)', [deal]))
} finally {
  await Promise.all([db.end(), listener.end()])
}
