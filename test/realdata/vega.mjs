// Reads {"name", "type", "points", "spec"} a line, prints {"name", "problem"} a line: does Vega-Lite compile the spec
// without a warning, and has the picture a mark for each point? With a directory as argument the SVGs are written
// there. Run with the directory that has node_modules as working directory:
// node --input-type=module -e "$(cat vega.mjs)" [-- directory].
import { createInterface } from 'node:readline'
import { writeFileSync } from 'node:fs'
import * as vega from 'vega'
import { compile } from 'vega-lite'

const marks = { line: 'symbol', area: 'symbol', stacked_area: 'symbol', scatter: 'symbol', bubble: 'symbol',
  outcome_distribution: 'symbol', pie: 'arc', donut: 'arc', combo: 'rect symbol' }
const directory = process.argv[1]

function count(node, kinds) {
  if (node.marktype && node.role === 'mark' && kinds.includes(node.marktype)) return node.items.length
  return (node.items ?? []).reduce((sum, item) => sum + count(item, kinds), 0)
}

async function problemOf({ name, type, points, spec }) {
  const warnings = []
  const logger = { level: () => logger, error: (...a) => (warnings.push(a.join(' ')), logger),
    warn: (...a) => (warnings.push(a.join(' ')), logger), info: () => logger, debug: () => logger }
  const view = new vega.View(vega.parse(compile(spec, { logger }).spec), { renderer: 'none', logger })
  const svg = await view.toSVG()
  if (directory) writeFileSync(`${directory}/${name}.svg`, svg)
  if (warnings.length) return warnings.join('; ')
  const found = count(view.scenegraph().root, (marks[type] ?? 'rect').split(' '))
  if (found !== points) return `${found} marks for ${points} points`
  const text = JSON.stringify(spec)
  if (['NaN', 'undefined', 'Infinity'].some(word => svg.includes(word) && !text.includes(word))) return 'the picture has a value that is no number'
  return ''
}

for await (const line of createInterface({ input: process.stdin })) {
  const chart = JSON.parse(line)
  let problem
  try {
    problem = await problemOf(chart)
  } catch (error) {
    problem = String(error)
  }
  console.log(JSON.stringify({ name: chart.name, problem }))
}
