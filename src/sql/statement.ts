import { type Sql, sql, writtenByEngine } from '../lib/sql.ts'
import type { SqlParams, StatementReader } from '../store/engine.ts'
import { MAX_STATEMENT_CHARS } from './limits.ts'
import { refused } from './refusal.ts'
import { checkSyntaxTree } from './syntax-tree.ts'

/** A statement that may be run: the engine's own spelling of it, with values in place. */
export interface CheckedStatement {
  readonly sql: Sql
  readonly views: ReadonlySet<string>
  readonly explain: boolean
}

const EXPLAIN = 'EXPLAIN '
// In the engine's spelling: texts and quoted names, of which only names matter further on.
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs
const NAMED_QUERY = /(?<=[ (])(\w+) AS (?:MATERIALIZED )?\(/g
// A name that needs its quotes could read like anything; one that does not is itself.
const QUOTED_NAME = /`((?:[^`\\]|\\.)*)`/gs
const PARAMETER_NAME = /^[A-Za-z_]\w{0,63}$/

/** Checked on the engine's own syntax tree before any of it runs; it comes back in its spelling. */
export async function checkStatement(
  reader: StatementReader,
  text: string,
  { params, views }: { params: SqlParams; views: ReadonlySet<string> },
): Promise<CheckedStatement> {
  if (text.length > MAX_STATEMENT_CHARS)
    throw refused(`The statement is longer than ${MAX_STATEMENT_CHARS} characters.`)
  if (text.trim() === '') throw refused('The statement is empty.')
  if (text.includes('\0')) throw refused('The statement is invalid: it holds a NUL character.')
  for (const name of Object.keys(params))
    if (!PARAMETER_NAME.test(name))
      throw refused(`The parameter ${JSON.stringify(name)} needs a name of letters, digits and _.`)
  const spelled = await spell(reader, text)
  const explain = spelled.startsWith(EXPLAIN)
  const selectText = explain ? spelled.slice(EXPLAIN.length) : spelled
  const bare = selectText.replaceAll(QUOTED, "''")
  if (!/^(SELECT|WITH|\() ?/.test(bare) || /[;\n]/.test(bare.replaceAll(QUOTED_NAME, '')))
    throw refused('Only one SELECT statement can be run, or EXPLAIN before one.')
  const select = writtenByEngine(selectText)
  const tree = await readLines(reader, sql`EXPLAIN AST SELECT * FROM (${select})`, params)
  const plain = bare.replaceAll(QUOTED_NAME, (_, name: string) =>
    /^\w+$/.test(name) ? name : '``',
  )
  const queries = new Set(plain.matchAll(NAMED_QUERY).map(([, name = '']) => name))
  const used = checkSyntaxTree(tree, { views, queries })
  if (Object.keys(params).length === 0) return { sql: select, views: used, explain }
  const bound = await readLines(reader, sql`EXPLAIN SYNTAX oneline = 1 ${select}`, params)
  return { sql: writtenByEngine(bound.join(' ')), views: used, explain }
}

/** The text as the engine would write it. Two statements, or none, are an error of the engine. */
async function spell(reader: StatementReader, text: string): Promise<string> {
  const [line] = await readLines(
    reader,
    sql`SELECT formatQuerySingleLine({text:String}) AS explain`,
    {
      text,
    },
  )
  if (line === undefined) throw refused('The statement is empty.')
  return line
}

async function readLines(
  reader: StatementReader,
  statement: Sql,
  params: SqlParams,
): Promise<string[]> {
  const bytes = await reader.read(statement, { format: 'JSONEachRow', params })
  const lines = bytes.toString().split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { explain: string }).explain)
}
