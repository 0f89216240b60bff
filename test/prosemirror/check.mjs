// Reads the lines of memos.sql and checks each document, one TAP result a rule. Runs behind the js block of docs/how-to/tiptap.md,
// which makes `extensions`: the schema of these tests is the one that users copy. run.sh says how.
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { Editor } from '@tiptap/core'
import { EditorState } from '@tiptap/pm/state'
import MarkdownIt from 'markdown-it'
import markdownItFootnotes from 'markdown-it-footnote'

// Node 20 has no navigator, which key bindings ask for the platform.
globalThis.navigator ??= { platform: '', userAgent: '' }
const editor = new Editor({ element: null, extensions, content: { type: 'doc', content: [{ type: 'paragraph' }] } })
const { schema } = editor
const { plugins } = editor.extensionManager

function* walk(node) {
  yield node
  for (const child of node.content ?? []) yield* walk(child)
}
const all = (node, type) => [...walk(node)].filter(n => n.type === type)

// ---- what the memo's Markdown says, block by block, as another parser reads it

const markdownIt = new MarkdownIt({ html: true }).use(markdownItFootnotes)
markdownIt.validateLink = () => true
const letters = text => text.replace(/[^\p{L}\p{N}^]+/gu, '')
const withoutComments = html => html.replace(/<!--(>|->|.*?-->)/gs, '').replace(/<br[ \t/]*>/gi, '')

function inlineText(tokens) {
  return tokens.map(token => token.type === 'footnote_ref' ? `^${token.meta.id + 1}^`
    : token.type === 'html_inline' ? withoutComments(token.content)
      : token.type === 'footnote_anchor' ? '' : token.type === 'image' ? inlineText(token.children) : token.content).join('')
}

const blocks = { blockquote_open: 'blockquote', bullet_list_open: 'bulletList', ordered_list_open: 'orderedList',
  list_item_open: 'listItem', table_open: 'table', tr_open: 'tableRow', hr: 'horizontalRule' }

function markdownBlocks(markdown) {
  const found = []
  const tokens = markdownIt.parse(markdown, {})
  tokens.forEach((token, i) => {
    if (blocks[token.type]) found.push(blocks[token.type])
    else if (token.type === 'footnote_open') found.push(`footnote ${token.meta.id + 1}`)
    else if (token.type === 'fence' || token.type === 'code_block') found.push(`code ${letters(token.content)}`)
    else if (token.type === 'html_block' && token.content.startsWith('<div data-type="chart"')) found.push('chart')
    else if (token.type === 'html_block' || token.type === 'inline') {
      const kind = tokens[i - 1]?.type === 'heading_open' ? `heading ${tokens[i - 1].tag[1]}` : 'text'
      const text = letters(token.type === 'inline' ? inlineText(token.children) : withoutComments(token.content))
      if (text || kind !== 'text') found.push(`${kind} ${text}`)
    }
  })
  const title = found.lastIndexOf('heading 2 Footnotes')
  if (title >= 0 && /^footnote /.test(found[title + 1] ?? '')) found.splice(title, 1)
  return found
}

const lineOf = node => (node.content ?? []).map(n => n.type === 'footnoteReference' ? `^${n.attrs.referenceNumber}^` : n.text ?? '').join('')

function documentBlocks(doc) {
  const found = []
  for (const node of walk(doc)) {
    const text = letters(lineOf(node))
    if ([...Object.values(blocks), 'chart'].includes(node.type)) found.push(node.type)
    else if (node.type === 'footnote') found.push(`footnote ${node.attrs.id.slice(3)}`)
    else if (node.type === 'codeBlock') found.push(`code ${text}`)
    else if (node.type === 'heading') found.push(`heading ${node.attrs.level} ${text}`)
    else if (node.type === 'paragraph' && text) found.push(`text ${text}`)
  }
  return found
}

// ---- rules: each returns what is wrong, or nothing

// There, parsers do not agree on all, and agents forge charts.
const isHostile = name => name === '' || name.startsWith('Hostile ')

// ProseMirror drops attributes that it does not know.
function difference(written, read) {
  if (written.type !== read.type || written.text !== read.text) return `${written.type} became ${read.type}`
  for (const [name, value] of Object.entries(written.attrs ?? {})) {
    if (!isDeepStrictEqual(value, read.attrs?.[name])) return `attribute ${name} of ${written.type} is ${JSON.stringify(read.attrs?.[name])}`
  }
  const children = [...(written.marks ?? []), ...(written.content ?? [])]
  const others = [...(read.marks ?? []), ...(read.content ?? [])]
  if (children.length !== others.length) return `${written.type} has ${others.length} children, ${children.length} expected`
  for (let i = 0; i < children.length; i++) {
    const found = difference(children[i], others[i])
    if (found) return found
  }
}

const rules = {
  'is valid in the schema': ({ doc }) => schema.nodeFromJSON(doc).check(),
  'is read as it is written': ({ doc }) => difference(doc, schema.nodeFromJSON(doc).toJSON()),
  'has no empty text and no empty content': ({ doc }) => {
    for (const node of walk(doc)) {
      if (node.text === '' || node.content?.length === 0) return JSON.stringify(node)
    }
  },
  'joins neighbours with equal marks': ({ doc }) => {
    for (const { content = [] } of walk(doc)) {
      const i = content.findIndex((node, n) => n > 0 && node.type === 'text' && content[n - 1].type === 'text' && isDeepStrictEqual(node.marks, content[n - 1].marks))
      if (i > 0) return JSON.stringify(content.slice(i - 1, i + 1))
    }
  },
  "has the ledger's references, 1 to N": ({ doc, references, notes }) => {
    const found = all(doc, 'footnoteReference').map(n => n.attrs)
    const numbers = found.map(a => a.referenceNumber)
    if (!isDeepStrictEqual(numbers, (references ?? []).map(String))) return `references are ${numbers}`
    if (![...new Set(numbers)].every((n, i) => n === String(i + 1))) return `first references are ${numbers}`
    return found.find(a => a['data-id'] !== notes[a.referenceNumber - 1])?.['data-id']
  },
  'has one footnote a note, last': ({ doc, notes }) => {
    const list = doc.content.at(-1).type === 'footnotes' ? doc.content.at(-1).content : []
    if (all(doc, 'footnotes').length !== (notes ? 1 : 0) || all(doc, 'footnote').length !== list.length) return 'footnotes elsewhere'
    if (!isDeepStrictEqual(list.map(n => n.attrs), (notes ?? []).map((key, i) => ({ id: `fn:${i + 1}`, 'data-id': key })))) return JSON.stringify(list.map(n => n.attrs))
    if (list.some(n => lineOf(n.content[0]).trim() === '')) return 'an empty footnote'
  },
  'has the inserted charts': ({ doc, name, charts }) => {
    if (isHostile(name)) return
    const found = all(doc, 'chart').map(n => n.attrs)
    if (found.length !== Object.keys(charts ?? {}).length) return `${found.length} charts`
    for (const { id, config, decisionQuestion, insightCaption } of found) {
      if (!isDeepStrictEqual(config, charts[id])) return `chart ${id} is ${JSON.stringify(config)}`
      if (decisionQuestion !== config.decisionQuestion.trim() || insightCaption !== config.insightCaption.trim()) return `chart ${id}: ${decisionQuestion} ${insightCaption}`
    }
  },
  'links only to the web and to mail': ({ doc }) => {
    for (const { marks = [] } of walk(doc)) {
      const link = marks.find(mark => mark.type === 'link')
      if (link && !/^(https?:\/\/|mailto:)[^\x00-\x20]*$/i.test(link.attrs.href)) return link.attrs.href
    }
  },
  'says what the Markdown says': ({ doc, name, markdown }) => {
    if (isHostile(name)) return
    const [found, wanted] = [documentBlocks(doc), markdownBlocks(markdown)]
    const at = Array.from({ length: Math.max(found.length, wanted.length) }, (_, i) => i).find(i => found[i] !== wanted[i])
    if (at !== undefined) return `block ${at}: ${found.slice(at, at + 2).join(' | ').slice(0, 300)}, not ${wanted.slice(at, at + 2).join(' | ').slice(0, 300)}`
  },
  // as when somebody deletes the first reference
  'stays valid when the package numbers again': ({ doc }) => {
    const before = EditorState.create({ doc: schema.nodeFromJSON(doc), plugins })
    let position = -1
    before.doc.descendants((node, pos) => {
      if (position < 0 && node.type.name === 'footnoteReference') position = pos
    })
    if (position < 0) return
    const after = before.applyTransaction(before.tr.delete(position, position + 1 + 1)).state.doc
    after.check()
    const ids = new Set(all(after.toJSON(), 'footnote').map(n => n.attrs['data-id']))
    const lost = all(after.toJSON(), 'footnoteReference').find(n => !ids.has(n.attrs['data-id']))
    return lost && `no footnote ${lost.attrs['data-id']}`
  }
}

const problems = Object.fromEntries(Object.keys(rules).map(rule => [rule, []]))
let memos = 0
for await (const line of createInterface({ input: process.stdin })) {
  const memo = JSON.parse(line)
  memos++
  for (const [rule, check] of Object.entries(rules)) {
    let problem
    try {
      problem = check(memo)
    } catch (error) {
      problem = String(error)
    }
    if (problem !== undefined) problems[rule].push(`deal ${memo.deal} (${memo.name}): ${problem}`)
  }
}
for (const [rule, wrong] of Object.entries(problems)) {
  console.log(`${wrong.length || memos === 0 ? 'not ok' : 'ok'} - the document of ${memos} memos ${rule}`)
  for (const text of wrong) console.log('# ' + text.replace(/\n/g, ' '))
}
process.exitCode = memos > 0 && Object.values(problems).every(wrong => wrong.length === 0) ? 0 : 1
