// `npm run new:domain -- <name>`: the files of a domain, with tests that say what to fill in.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  listOperations,
  printSteps,
  quote,
  requireKebabCase,
  root,
  stop,
  toCamel,
  toKebab,
  toPascal,
  writeFiles,
} from './scaffold.ts'

const USAGE = 'usage: npm run new:domain -- <name>      such as: npm run new:domain -- bridges'

const [given, ...rest] = process.argv.slice(2)
const name = requireKebabCase('name of the domain', given, USAGE)
if (rest.length > 0) stop('There are too many arguments.', USAGE)
const folder = `src/domains/${name}`
if (existsSync(join(root, folder)))
  stop(`Nothing was written, because this exists already: ${folder}`)

const camel = toCamel(name)
const table = name.replaceAll('-', '_')
const factName = `example${toPascal(name)}`
const operations = listOperations().filter((operation) => operation.id.startsWith(`${camel}.`))

writeFiles({
  [`${folder}/README.md`]: readme(),
  [`${folder}/facts.ts`]: facts(),
  [`${folder}/index.ts`]: manifest(),
  [`${folder}/index.test.ts`]: test(),
})
printSteps([
  `src/domains/index.ts: import { ${camel} } from './${name}/index.ts', add ${camel} to \`domains\` after the domains it reads,\nand its row to MAY_READ: ${key()}: ['registry'],`,
  `${folder}/facts.ts: replace the example by the facts of this domain. One declaration makes table, row type, import and export.`,
  ...(operations.length === 0
    ? [
        `spec/operations.json has no operation ${camel}.…; add one line each, then: npm run new:route -- ${name} <operation>`,
      ]
    : [
        `The routes, one at a time:\n${operations.map(({ id }) => `npm run new:route -- ${name} ${toKebab(id.slice(camel.length + 1))}`).join('\n')}`,
      ]),
  `src/demo/${name}.ts: this domain's part of the demo world, listed in src/demo/index.ts (copy src/demo/hacks.ts).`,
  `npx vitest run ${folder}, then npm run check.`,
])

function key(): string {
  return camel === name ? name : `'${name}'`
}

function readme(): string {
  const rows = operations.map(
    ({ id, paths }) => `| \`${id}\` | ${Object.values(paths).join(', ')} |`,
  )
  return `# ${toPascal(name)}

TODO: one sentence that says what this domain knows.

**Belongs here:** TODO. **Does not:** TODO (and where that is instead).

## Facts

| fact | one row is | rules |
|---|---|---|
| \`${table}_example\` | TODO | TODO |

## Operations

| operation | paths |
|---|---|
${rows.length > 0 ? rows.join('\n') : '| TODO | |'}

## Rules

TODO: each file of \`derive/\`, the rule in a sentence, and its place in the contract or the decision that settles it.
`
}

function facts(): string {
  return `import { t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'

// TODO: replace this example by the facts of this domain.
export const ${factName} = defineFact({
  name: '${table}_example',
  describe: 'TODO: what one row says, and in which unit.',
  key: { id: t.text('TODO: what a row is about') },
  time: 'atSec',
  values: { valueUsd: t.float('Value in US dollars', { min: 0 }) },
})
`
}

function manifest(): string {
  return `import type { Domain } from '../domain.ts'
import { ${factName} } from './facts.ts'

export const ${camel}: Domain = {
  name: '${name}',
  describe: 'TODO: what its operations are about, in one sentence.',
  facts: [${factName}],
  routes: [],
}
`
}

function test(): string {
  const listed = `Add ${camel} to \`domains\` in src/domains/index.ts.`
  const edges = `Add ${key()} to MAY_READ in src/domains/index.ts, with the domains it may read.`
  const declared = `${folder}/facts.ts still holds the example: declare the facts of this domain, then delete this test.`
  return `import { expect, test } from 'vitest'
import { domains, MAY_READ } from '../index.ts'
import { ${camel} } from './index.ts'

test('behavior: the service knows this domain and what it may read', () => {
  expect(domains.includes(${camel}), ${quote(listed)}).toBe(true)
  expect(Object.keys(MAY_READ), ${quote(edges)}).toContain('${name}')
})

test('behavior: the facts of this domain are declared', () => {
  const names = ${camel}.facts.map((fact) => fact.name)
  expect(names, ${quote(declared)}).not.toContain('${table}_example')
})
`
}
