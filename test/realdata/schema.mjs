// Reads a JSON Schema on the first line and {"name", "config"} on each other, prints {"name", "valid"} a line: what
// ajv says, draft 2020-12. Run with the directory that has node_modules as working
// directory: node --input-type=module -e "$(cat schema.mjs)".
import { createInterface } from 'node:readline'
import Ajv from 'ajv/dist/2020.js'

let validate
for await (const line of createInterface({ input: process.stdin })) {
  const value = JSON.parse(line)
  if (validate) console.log(JSON.stringify({ name: value.name, valid: validate(value.config) }))
  else validate = new Ajv({ strict: true, strictRequired: false, strictTypes: false }).compile(value)
}
