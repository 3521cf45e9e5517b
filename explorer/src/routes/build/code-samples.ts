/** A request in the words of other programs. */
export interface SampleRequest {
  /** Address of the service. */
  readonly origin: string
  /** Path and query. */
  readonly address: string
  readonly group: string
  readonly operation: string
  readonly parameters: Readonly<Record<string, string>>
  readonly hasTable: boolean
}

export interface CodeSample {
  readonly name: string
  readonly code: string
}

/** The same request for a shell, TypeScript, Python, SQL and a spreadsheet. */
export function operationSamples(request: SampleRequest): CodeSample[] {
  const { origin, address, group, operation, parameters, hasTable } = request
  const url = `${origin}${address}`
  const mark = address.includes('?') ? '&' : '?'
  const given = Object.keys(parameters).length === 0 ? '' : JSON.stringify(parameters)
  const tables = [
    {
      name: 'SQL',
      code: `SELECT * FROM url('${`${url}${mark}format=parquet`.replaceAll("'", "''")}', Parquet)`,
    },
    { name: 'Spreadsheet', code: `=IMPORTDATA("${url}${mark}format=csv")` },
  ]
  return [
    { name: 'curl', code: `curl -s ${quoted(url)}` },
    {
      name: 'TypeScript',
      code: [
        "import { createClient } from 'almanac-client'",
        '',
        `const client = createClient({ baseUrl: ${JSON.stringify(origin)} })`,
        `const answer = await client.${group}.${operation}(${given})`,
      ].join('\n'),
    },
    {
      name: 'Python',
      code: [
        'import json, urllib.request',
        '',
        `with urllib.request.urlopen(${JSON.stringify(url)}) as response:`,
        '    answer = json.load(response)',
      ].join('\n'),
    },
    ...(hasTable ? tables : []),
  ]
}

/** A statement for a shell, TypeScript and Python. */
export function sqlSamples(origin: string, query: string): CodeSample[] {
  const body = JSON.stringify({ query })
  return [
    {
      name: 'curl',
      code: `curl -s ${quoted(`${origin}/sql`)} -H 'X-API-Key: <KEY>' -H 'Content-Type: application/json' -d ${quoted(body)}`,
    },
    {
      name: 'TypeScript',
      code: [
        "import { createClient } from 'almanac-client'",
        '',
        `const client = createClient({ baseUrl: ${JSON.stringify(origin)}, key: '<KEY>' })`,
        `const { columns, rows } = await client.sql.postSql({ body: ${body} })`,
      ].join('\n'),
    },
    {
      name: 'Python',
      code: [
        'import json, urllib.request',
        '',
        `request = urllib.request.Request(${JSON.stringify(`${origin}/sql`)}, json.dumps({"query": ${JSON.stringify(query)}}).encode(), {"X-API-Key": "<KEY>", "Content-Type": "application/json"})`,
        'with urllib.request.urlopen(request) as response:',
        '    answer = json.load(response)',
      ].join('\n'),
    },
    { name: 'Command line', code: `almanac sql ${quoted(query)}` },
  ]
}

/** A text for a shell: in single quotes, those within escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
