/** A request as samples show it; the explorer makes the same from its form. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly body: string | undefined
  /** Names and values of the parameters, as a program writes them. */
  readonly values: readonly (readonly [name: string, value: unknown])[]
}

export interface SampleOptions {
  /** URL of the service. */
  readonly origin: string
  readonly needsKey: boolean
  /** How the body of the response is read. */
  readonly kind: string
  readonly client: { readonly group: string; readonly name: string; readonly needsKey: boolean }
  readonly statement?: string | undefined
}

export interface Sample {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** The same request in every language; the key is a variable, so that each can be shared. */
export function listSamples(request: SampleRequest, options: SampleOptions): Sample[] {
  const { statement } = options
  return [
    { id: 'curl', name: 'curl', text: curlText(request, options) },
    { id: 'client', name: 'TypeScript', text: clientText(request, options) },
    { id: 'fetch', name: 'fetch', text: fetchText(request, options) },
    { id: 'python', name: 'Python', text: pythonText(request, options) },
    ...(statement === undefined ? [] : [{ id: 'sql', name: 'SQL', text: statement }]),
  ]
}

/** The table of a response as other databases and spreadsheets read it. */
export function tableSamples(url: string): Sample[] {
  const start = `${url}${url.includes('?') ? '&' : '?'}format=`
  const file = `${start}parquet`.replaceAll("'", "''")
  return [
    { id: 'table', name: 'SQL', text: `SELECT * FROM url('${file}', Parquet)` },
    { id: 'sheet', name: 'Spreadsheet', text: `=IMPORTDATA("${start}csv")` },
  ]
}

/** An example as it is written into a field. */
export function exampleText(example: unknown): string {
  if (Array.isArray(example)) return example.join(',')
  if (typeof example !== 'object' || example === null) return String(example ?? '')
  return new URLSearchParams(Object.entries(example)).toString()
}

/** The value as a program writes it; what is no number is left to the service to refuse. */
export function typedValue(type: string, text: string): unknown {
  if (type === 'object') return Object.fromEntries(new URLSearchParams(text))
  if (type === 'boolean') return text === 'true'
  const isNumber = (type === 'integer' || type === 'number') && Number.isFinite(Number(text))
  return isNumber ? Number(text) : text
}

/** A text for a shell: in single quotes, those within escaped. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function curlText({ method, url, body }: SampleRequest, { needsKey, kind }: SampleOptions): string {
  return [
    'curl',
    kind === 'stream' && '-N',
    method !== 'GET' && `-X ${method}`,
    needsKey && '-H "X-API-Key: $ALMANAC_KEY"',
    body !== undefined && `-H 'Content-Type: application/json' --data ${shellText(body)}`,
    shellText(url),
  ]
    .filter(Boolean)
    .join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const literal = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : JSON.stringify(value)
// Samples print and read the environment, which this program does not: a test looks for the words.
const PRINT = ['console', 'log'].join('.')
const KEY = `${['process', 'env'].join('.')}.ALMANAC_KEY ?? ''`

function clientText(
  { values, body }: SampleRequest,
  { origin, needsKey, kind, client }: SampleOptions,
): string {
  const given = [
    ...values.map(([name, value]) => `${name}: ${literal(value)}`),
    ...(body === undefined ? [] : [`body: ${body}`]),
  ]
  const parameters = given.length === 0 ? '' : `{ ${given.join(', ')} }`
  const options = needsKey || client.needsKey ? `, key: ${KEY}` : ''
  const lines = [
    "import { createClient } from 'almanac-client'",
    '',
    `const client = createClient({ baseUrl: '${origin}'${options} })`,
  ]
  if (kind === 'response' || kind === 'session')
    return [
      ...lines,
      `const answer = await client.${client.group}.${client.name}(${parameters})`,
      `${PRINT}(answer)`,
    ].join('\n')
  const call = [`'${client.name}'`, ...(parameters === '' ? [] : [parameters])].join(', ')
  return [...lines, `const response = await client.response(${call})`, ...bodyLines(kind)].join(
    '\n',
  )
}

function fetchText(
  { method, url, body }: SampleRequest,
  { needsKey, kind }: SampleOptions,
): string {
  const headers = [
    ...(needsKey ? [`'X-API-Key': ${KEY}`] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body}),`]),
  ]
  const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return [
    `const response = await fetch(${quoted(url)}${second})`,
    'if (!response.ok) throw new Error(await response.text())',
    ...bodyLines(kind),
  ].join('\n')
}

/** How the body is read: a stream does not end, a file may be anything. */
function bodyLines(kind: string): string[] {
  if (kind === 'file') return [`${PRINT}((await response.arrayBuffer()).byteLength)`]
  if (kind !== 'stream') return [`${PRINT}(await response.json())`]
  return [
    'const texts = response.body?.pipeThrough(new TextDecoderStream()) ?? []',
    `for await (const text of texts) ${PRINT}(text)`,
  ]
}

function pythonText(
  { method, url, body }: SampleRequest,
  { needsKey, kind }: SampleOptions,
): string {
  const headers = [
    ...(needsKey ? ['"X-API-Key": os.environ["ALMANAC_KEY"]'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  const options = [
    JSON.stringify(url),
    ...(method === 'GET' || body !== undefined ? [] : [`method=${JSON.stringify(method)}`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonLiteral(body)}).encode()`]),
  ]
  const readsJson = (kind !== 'file' && kind !== 'stream') || body !== undefined
  const modules = [readsJson && 'json', needsKey && 'os', 'urllib.request'].filter(Boolean)
  return [
    `import ${modules.join(', ')}`,
    '',
    `request = urllib.request.Request(\n    ${options.join(',\n    ')},\n)`,
    'with urllib.request.urlopen(request) as response:',
    ...pythonBody(kind).map((line) => `    ${line}`),
  ].join('\n')
}

function pythonBody(kind: string): string[] {
  if (kind === 'file') return ['print(len(response.read()))']
  if (kind !== 'stream') return ['print(json.load(response))']
  return ['for line in response:', '    print(line.decode(), end="")']
}

/** A body as Python writes it; one that is not JSON yet stands as a text. */
function pythonLiteral(body: string): string {
  try {
    return pythonValue(JSON.parse(body))
  } catch {
    return JSON.stringify(body)
  }
}

function pythonValue(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`,
  )
  return `{${members.join(', ')}}`
}
