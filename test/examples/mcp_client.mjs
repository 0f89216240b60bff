// mcp_client.mjs SERVER: calls examples/mcp/server.mjs by the SDK's own client, as an agent's host does. Uses the database
// of the PG* variables, which has deal 7 (examples/deal.sql). One result a test; an error ends the run, for what follows
// builds on it.
import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const client = new Client({ name: 'test', version: '1.0.0' })
const call = (name, args) => client.callTool({ name, arguments: { deal: '7', ...args } })
const result = async (name, args) => {
  const { isError, content, structuredContent } = await call(name, args)
  assert.ok(!isError, content[0].text)
  assert.deepEqual(JSON.parse(content[0].text), structuredContent)
  return structuredContent
}
const problem = async (name, args) => {
  const { isError, content } = await call(name, args)
  assert.ok(isError, content[0].text)
  return content[0].text
}
const test = async (name, body) => {
  try {
    await body()
    console.log(`ok - mcp: ${name}`)
  } catch (error) {
    console.log(`not ok - mcp: ${name}`)
    throw error
  }
}

const income = { src_id: 1, doc_id: 'om', page: 4, passage_id: 'om-4', quote: 'net operating income was $4.2 million' }
const returns = { section_key: 'returns', body: 'NOI was $4.2 million [SRC:1]. The IRR is 18.5%.', claims: [income] }
const risk = { section_key: 'risk', body: 'Repairs of $186,500 are due [SRC:1]. The roof leaks [SRC:9].',
  claims: [{ src_id: 1, doc_id: 'pca', page: 5, passage_id: 'pca-5', quote: 'Immediate repairs of $186,500' }] }

async function run() {
  await test('five tools, each with a description and the schema of its arguments', async () => {
    const { tools } = await client.listTools()
    assert.deepEqual(tools.map(({ name }) => name).sort(), ['evidence', 'finalize', 'holds', 'put_section', 'release'])
    for (const { description, inputSchema } of tools)
      assert.ok(description && inputSchema.required.includes('deal'))
  })
  await test('put_section says which numbers have no claim, and which figure contradicts the model', async () => {
    assert.deepEqual((await result('put_section', risk)).unknown_ids, [9])
    const { retry_reason } = await result('put_section', { ...returns, body: 'NOI was $4.2 million [SRC:1]. The IRR is 12.0%.' })
    assert.match(retry_reason, /IRR is 12\.0% .* must be 18\.5%/)
    assert.deepEqual(await result('put_section', returns), { parse_quality: 'full', retry_reason: null, markers: 1, unknown_ids: [] })
  })
  await test('an error is the answer, with what to do', async () => {
    assert.match(await problem('put_section', { ...risk, claims: [{ src_id: 1, doc_id: 'lease' }] }), /"lease"[^]*\n.*make_documents/)
    assert.match(await problem('put_section', { ...risk, claims: [{ src_id: 'one' }] }), /src_id/)
    assert.match(await problem('holds', {}), /no finished memo\n.*memo_finalize/)
    assert.match(await problem('finalize', { deal: 'elm-street' }), /elm-street/)
  })
  await test('a preview keeps nothing', async () => {
    const { status, revision, markdown } = await result('finalize', { as_of: '2026-06-30', preview: true })
    assert.deepEqual([status, revision], ['held', null])
    assert.match(markdown, /NOI was \$4\.2 million\.\[\^2\]/)
    assert.match(await problem('holds', {}), /no finished memo/)
  })
  await test('finalize makes a memo; a citation that was lost holds it, and a warning says so', async () => {
    const { status, citations, held_by, warnings } = await result('finalize', { as_of: '2026-06-30' })
    assert.deepEqual([status, citations.kept, held_by], ['held', 2, { lost_citations: 1 }])
    assert.match(warnings.join('\n'), /the memo is held by lost_citations \(1\)/)
    const { holds } = await result('holds')
    assert.deepEqual(holds.map(h => [h.reason, h.section_key, h.text]), [['lost_citations', 'risk', '[SRC:9]']])
  })
  await test('a held memo is not given out, but when a person releases it', async () => {
    assert.match(await problem('release', {}), /is held\n1 lost_citations\n/)
    assert.match(await problem('release', { note: 'Seen on site.' }), /approver/)
    const { gate, markdown } = await result('release', { note: 'Seen on site.', approver: 'Anna' })
    assert.match(gate, /^released by Anna/)
    assert.match(markdown, /^\[\^1\]: Property Condition Assessment, p\. 5\. "Immediate repairs of \$186,500"$/m)
  })
  await test('evidence has document, page and quote of a number', async () => {
    const { notes, documents, passages } = await result('evidence', { note: 2 })
    const [{ doc_id, page, references: [{ quote_level, quote }] }] = Object.values(notes)
    assert.deepEqual([doc_id, page, quote, quote_level], ['om', 4, income.quote, 'exact'])
    assert.deepEqual([Object.keys(documents), Object.keys(passages)], [['om'], ['om-4']])
    assert.equal(Object.keys((await result('evidence')).notes).length, 2)
    assert.match(await problem('evidence', { note: 3 }), /no note 3/)
  })
  await test('what is mended is final, and is given out', async () => {
    await result('put_section', { ...risk, body: 'Repairs of $186,500 are due [SRC:1].' })
    const { status, revision } = await result('finalize', { as_of: '2026-06-30' })
    assert.deepEqual([status, revision], ['final', 2])
    assert.equal((await result('release')).gate, 'final')
  })
}

try {
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [process.argv[2]], env: { ...process.env } }))
  await run()
} catch (error) {
  console.log(`# ${error.stack.replaceAll('\n', '\n# ')}`)
  process.exitCode = 1
} finally {
  await client.close()
}
