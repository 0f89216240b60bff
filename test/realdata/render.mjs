// Reads {"deal", "markdown"} a line, prints {"deal", "renderer", "html", "warning"} a line: remark-gfm, markdown-it
// with markdown-it-footnote, marked with marked-footnote. Run with the directory that has node_modules as working
// directory: node --input-type=module -e "$(cat render.mjs)".
import { createInterface } from 'node:readline'
import { unified } from 'unified'
import remarkParse from 'remark-parse'
import remarkGfm from 'remark-gfm'
import remarkRehype from 'remark-rehype'
import rehypeStringify from 'rehype-stringify'
import MarkdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { Marked } from 'marked'
import markedFootnote from 'marked-footnote'

const remark = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeStringify)
const renderers = {
  'remark-gfm': text => remark.processSync(text),
  'markdown-it': text => new MarkdownIt({ html: true }).use(footnotes).render(text),
  marked: text => new Marked().use(markedFootnote()).parse(text)
}

for await (const line of createInterface({ input: process.stdin })) {
  const { deal, markdown } = JSON.parse(line)
  for (const [renderer, render] of Object.entries(renderers)) {
    let html = '', warning = ''
    try {
      const result = render(markdown)
      html = String(result)
      warning = (result.messages ?? []).map(String).join('; ')
    } catch (error) {
      warning = String(error)
    }
    console.log(JSON.stringify({ deal, renderer, html, warning }))
  }
}
