#!/usr/bin/env node
// server.mjs: memocite for agents, over the Model Context Protocol on stdin and stdout.
//
// Needs Node 18 or later and the packages of package.json beside it (npm install). The database is that of PGHOST, PGUSER,
// PGDATABASE and so on; what the tools may do is what that role may (memo_grant): a writer puts sections and previews,
// an operator finalizes and releases, too. Each call is a transaction of its own.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import pg from 'pg'
import { z } from 'zod'

const pool = new pg.Pool()
const server = new McpServer({ name: 'memocite', version: '1.0.0' })

const deal = z.string().describe("the deal: its external_id, or its deal_id in digits")
const revision = z.number().int().positive().optional().describe('a version of the memo; the latest when left out')
const claim = z.object({
  src_id: z.number().int().describe('n of [SRC:n] in this text'),
  doc_id: z.string().optional().describe('a document of the deal; or give its title or url'),
  title: z.string().optional(),
  url: z.string().optional(),
  page: z.number().int().positive().optional(),
  locator: z.string().optional().describe('a place that is no page, as Summary!C14'),
  passage_id: z.string().optional(),
  quote: z.string().optional().describe("the source's words, copied"),
  confidence: z.number().min(0).max(1).optional()
})

// A call's database session: value() is the one value of a query; its $1 is the deal's id.
async function inSession(dealName, work) {
  const client = await pool.connect()
  const warnings = []
  const collect = ({ severity, message, detail, hint }) =>
    severity === 'WARNING' && warnings.push([message, detail, hint].filter(Boolean).join('\n'))
  client.on('notice', collect)
  try {
    const run = async (text, values) => Object.values((await client.query(text, values)).rows[0])[0]
    const id = /^\d+$/.test(dealName) ? dealName : await run('SELECT memo_deal_id($1)', [dealName])
    const result = await work((text, ...values) => run(text, [id, ...values]))
    return warnings.length > 0 ? { ...result, warnings } : result
  } finally {
    client.off('notice', collect)
    client.release()
  }
}

// A tool whose answer is JSON. An error says what to do: message, detail and hint of the database are the model's to read.
function tool(name, { description, input, annotations }, work) {
  server.registerTool(name, { description, inputSchema: { deal, ...input }, annotations }, async (args) => {
    try {
      const result = await inSession(args.deal, value => work(value, args))
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
    } catch (error) {
      const text = [error.message, error.detail, error.hint].filter(Boolean).join('\n')
      return { isError: true, content: [{ type: 'text', text }] }
    }
  })
}

tool('put_section', {
  description: 'Writes a section of the memo, with what its markers mean. Cite each fact as [SRC:n], directly behind what it ' +
    'supports, and give a claim for each n. Returns unknown_ids: numbers that no claim explains, whose markers will leave the ' +
    'memo; and retry_reason: figures that contradict the model. Write the section again until both are empty.',
  input: {
    section_key: z.string().describe('such as financial; a section of that key is replaced'),
    body: z.string().describe('the text, in Markdown'),
    claims: z.array(claim).optional().describe('they replace those of the section; when left out, those stay'),
    title: z.string().optional(),
    agent: z.string().optional().describe('who writes'),
    make_documents: z.boolean().optional().describe('add documents that the deal does not have, by title or url')
  },
  annotations: { idempotentHint: true }
}, (value, { section_key, body, claims, title, agent, make_documents }) => value(`
  SELECT to_jsonb(r) FROM memo_put_section($1, $2, $3, claims => $4, title => $5, agent => $6, make_documents => $7) AS r`,
section_key, body, claims && JSON.stringify(claims), title, agent, make_documents ?? false))

tool('finalize', {
  description: 'Makes the memo of all sections: one numbering, checked quotes and figures. Returns its status, what became of the ' +
    'citations, and the Markdown. A status of "held" means that nobody may send it yet: holds lists why.',
  input: {
    as_of: z.iso.date().optional().describe("the memo's date; today when left out"),
    preview: z.boolean().optional().describe('keep nothing: returns the text that would be')
  },
  annotations: { idempotentHint: true, destructiveHint: false }
}, async (value, { as_of, preview }) => {
  const report = await value('SELECT memo_finalize($1, coalesce($2, CURRENT_DATE), dry_run => $3)', as_of, preview ?? false)
  const { status, revision, held_by, citations, body } = report
  const markdown = preview || !revision ? body : await value('SELECT memo_markdown($1, $2)', revision)
  return { status, revision, held_by, citations, markdown }
})

tool('holds', {
  description: 'What keeps a memo from being final: a row for each finding, with section, text and what to do.',
  input: { revision },
  annotations: { readOnlyHint: true }
}, async (value, { revision }) => ({
  holds: await value("SELECT coalesce(jsonb_agg(to_jsonb(h)), '[]') FROM memo_holds($1, $2) AS h", revision)
}))

tool('evidence', {
  description: 'What stands behind the numbers of a memo: of each note its document, page, quote and whether the quote was found.',
  input: { revision, note: z.number().int().positive().optional().describe('only this number') },
  annotations: { readOnlyHint: true }
}, async (value, { revision, note }) => {
  const { notes, documents, passages, ...memo } = await value('SELECT memo_evidence($1, $2)', revision)
  const wanted = Object.entries(notes).filter(([, { number }]) => note === undefined || number === note)
  if (note !== undefined && wanted.length === 0)
    throw new Error(`the memo has no note ${note}`)
  const only = (rows, ids) => Object.fromEntries(Object.entries(rows).filter(([id]) => ids.has(id)))
  return {
    ...memo, notes: Object.fromEntries(wanted),
    documents: only(documents, new Set(wanted.map(([, { doc_id }]) => doc_id))),
    passages: only(passages, new Set(wanted.flatMap(([, { references }]) => references.map(r => r.passage_id))))
  }
})

tool('release', {
  description: 'Gives the finished memo out, as Markdown. One that is held is refused, unless a person releases it: only when the ' +
    'user says so, pass the reason in the words of the user as note, and the name of the user as approver.',
  input: {
    revision,
    note: z.string().min(1).optional().describe('why the user releases a held memo'),
    approver: z.string().min(1).optional().describe('who the user is')
  },
  annotations: { idempotentHint: true, destructiveHint: true }
}, async (value, { revision, note, approver }) => {
  const number = revision ?? await value('SELECT max(revision) FROM memocite.revision WHERE deal_id = $1')
  if (note !== undefined && approver === undefined)
    throw new Error('a held memo is released by a person: who is the approver?')
  if (note !== undefined)
    await value('SELECT memo_approve($1, $2, $3, $4)', number, note, approver)
  return {
    revision: number, gate: await value('SELECT memo_release_gate($1, $2)', number),
    markdown: await value('SELECT memo_markdown($1, $2)', number)
  }
})

await server.connect(new StdioServerTransport())
