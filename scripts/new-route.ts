// `npm run new:route -- <domain> <operation>`: one endpoint and its test, filled in from
// spec/operations.json.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { suggest } from '../src/lib/suggest.ts'
import {
  listOperations,
  type Operation,
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

const USAGE = `usage: npm run new:route -- <domain> <operation> [--new]      such as: npm run new:route -- tvl get-protocol
       --new makes a route that spec/operations.json does not list`

const { positionals, values } = parse()
const domain = requireKebabCase('domain', positionals[0], USAGE)
const file = requireKebabCase('operation', positionals[1], USAGE)
if (positionals.length > 2) stop('There are too many arguments.', USAGE)
const folder = `src/domains/${domain}`
if (!existsSync(join(root, folder, 'index.ts')))
  stop(`There is no ${folder}. Make it first: npm run new:domain -- ${domain}`)

const id = `${toCamel(domain)}.${toCamel(file)}`
const operation = findOperation()
// `bridges.list` is exported as `listBridges`: a bare verb says too little where it is imported.
const name = file.includes('-') ? toCamel(file) : `${file}${toPascal(domain)}`
const path = `${folder}/routes/${file}`

writeFiles({ [`${path}.ts`]: route(), [`${path}.test.ts`]: test() })
printSteps([
  `${folder}/index.ts: import { ${name} } from './routes/${file}.ts' and add ${name} to \`routes\`.`,
  `${path}.test.ts: put facts in, work the expected figures out by hand, watch it fail: npx vitest run ${path}.test.ts`,
  `${path}.ts: replace every TODO: summary, description, parameters, response schema, example, the facts it reads, the handler.`,
  'npm run check',
])

function parse() {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { new: { type: 'boolean', default: false } },
    })
  } catch (error) {
    return stop((error as Error).message.split('. ')[0] ?? '', USAGE)
  }
}

function findOperation(): Operation {
  const operations = listOperations()
  const found = operations.find((candidate) => candidate.id === id)
  if (found !== undefined) return found
  if (values.new) return { id, method: 'GET', paths: { free: `/TODO/${file}` }, parameters: [] }
  const own = operations.filter((candidate) => candidate.id.startsWith(`${toCamel(domain)}.`))
  const names = own.map((candidate) => toKebab(candidate.id.slice(toCamel(domain).length + 1)))
  const near = suggest(file, names)
  const hint =
    near.length > 0 ? `Did you mean ${near.join(', ')}?` : `It has: ${names.join(', ') || 'none'}.`
  return stop(
    `spec/operations.json has no operation ${id}. ${hint} Add a line there first, or use --new.`,
    USAGE,
  )
}

function route(): string {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const declared = [...inPath, ...inQuery].map((parameter) => declare(parameter))
  const makers = [...new Set(declared.map((text) => text.split('(')[0] ?? ''))]
  const listOf = (some: Operation['parameters']) =>
    some.map((parameter) => `${parameter.name}: ${declare(parameter)}`).join(', ')
  const methods =
    operation.methods ?? (operation.method === 'GET' ? undefined : methodOnEveryRoot())
  const lines = [
    "import Type from 'typebox'",
    makers.length > 0 && `import { ${makers.join(', ')} } from '../../../http/parameters.ts'`,
    "import { defineRoute } from '../../../http/route.ts'",
    "import { shape } from '../../../http/schemas.ts'",
    `\nexport const ${name} = defineRoute({`,
    `  id: '${id}',`,
    "  summary: 'TODO: a few words',",
    "  describe: 'TODO: what the response holds, what is left out, and the rule behind each figure.',",
    `  paths: ${JSON.stringify(operation.paths)},`,
    methods !== undefined && `  methods: ${JSON.stringify(methods)},`,
    inPath.length > 0 && `  params: { ${listOf(inPath)} },`,
    inQuery.length > 0 && `  query: { ${listOf(inQuery)} },`,
    operation.body !== undefined && `  // TODO: the contract's body is ${operation.body}`,
    operation.body !== undefined &&
      "  body: { schema: shape({ todo: Type.String() }), example: { todo: 'TODO' } },",
    '  response: shape({ todo: Type.String() }),',
    "  example: { todo: 'TODO' },",
    '  // TODO: the facts it reads; the ETag and the cached response depend on them.',
    '  reads: [],',
    '  handler: async () => {',
    '    // TODO: read (read.ts), derive (derive/), return: about 15 lines.',
    `    throw new Error('${id}: the handler is not written yet')`,
    '  },',
    '})\n',
  ]
  return lines.filter((line) => line !== false).join('\n')
}

function methodOnEveryRoot(): Record<string, string[]> {
  return Object.fromEntries(
    Object.keys(operation.paths).map((rootName) => [rootName, [operation.method]]),
  )
}

/** The declaration of a parameter, guessed from its name. */
function declare({
  name: parameter,
  in: place,
  required,
}: Operation['parameters'][number]): string {
  if (place === 'path' && parameter === 'timestamp')
    return "unixTime('The timestamp, in Unix seconds.')"
  if (/^(start|end|timestamp)$/.test(parameter))
    return "optionalUnixTime('TODO: what it bounds, Unix seconds.')"
  if (/^(include|exclude)[A-Z]/.test(parameter)) return "flag('TODO: what it adds or takes away.')"
  if (parameter === 'chain' && place === 'path')
    return "text('Chain: name, slug, key, chain id or alias, in any case.', 'ethereum')"
  if (parameter === 'protocol' && place === 'path')
    return "text('Protocol: slug, or id of a parent.', 'example-swap')"
  if (place === 'path') return "text('TODO: what it names.', 'example')"
  return `optionalText('TODO: what it chooses${required ? ' (required)' : ''}.', 'example')`
}

function test(): string {
  const [rootName = 'free', path = ''] = Object.entries(operation.paths)[0] ?? []
  const url = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    parameter === 'timestamp' ? '1768348800' : 'example',
  )
  const pro = rootName === 'pro' ? ', { pro: true }' : ''
  const isPost = (operation.methods?.[rootName] ?? [operation.method])[0] === 'POST'
  const ask = isPost ? `service.post(${quote(url)}, {}${pro})` : `service.get(${quote(url)}${pro})`
  const served = `${id} does not answer yet: add ${name} to ${folder}/index.ts, put its facts in above, write its handler.`
  const figures = 'Write down the whole expected body, each figure worked out by hand in a comment.'
  const hasPath = operation.parameters.some((parameter) => parameter.in === 'path')
  const wrong =
    'Ask for something that does not exist and write down status, code and message; or delete this test if nothing can be unknown.'
  return `import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'

let service: TestApp

beforeAll(async () => {
  service = await TestApp.start()
  // TODO: await service.put(fact, [{ … }]): the smallest facts that show the rule, with a trap or
  // two.
})

afterAll(() => service.stop())

test('default', async () => {
  const { status, body } = await ${ask}
  expect(status, ${quote(served)}).toBe(200)
  expect(body, ${quote(figures)}).toEqual('TODO')
})
${hasPath ? `\ntest('error: 404 when it is unknown', () => {\n  expect.fail(${quote(wrong)})\n})\n` : ''}`
}
