import { at } from '../lib/at.ts'
import allowed from './allowed.json' with { type: 'json' }
import { refused } from './refusal.ts'

/** A line of the engine's `EXPLAIN AST`: its kind, what follows it, and the nodes below. */
interface SyntaxNode {
  readonly kind: string
  readonly text: string
  readonly children: SyntaxNode[]
}

/** Where a statement may name a table: a view or one of its own `WITH` queries. */
export interface NamedTables {
  readonly views: ReadonlySet<string>
  /** Names that the statement itself gives to a query. */
  readonly queries: ReadonlySet<string>
}

// What a query consists of. Settings, formats, samples, transformers that call functions unseen and
// everything that is new in a later version of the engine are not among it.
const ALLOWED_KINDS = new Set(allowed.syntax.flatMap((line) => line.split(' ')))

const REFUSED_PARTS: Readonly<Record<string, string>> = {
  Set: 'SETTINGS cannot be given: limits are the same for everyone.',
  SampleRatio: 'SAMPLE is not offered.',
  ColumnsApplyTransformer: 'APPLY is not offered: call the function by its name.',
  ColumnsReplaceTransformer: 'REPLACE is not offered: write the expression as a column.',
}

const IN_FUNCTIONS = /^(global)?(not)?(null)?in$/i
const ALIAS = / \(alias .*$/s
const CHILDREN = / \(children \d+\)$/

/** Refuses what does more than compute from the views; returns the views that are read. */
export function checkSyntaxTree(lines: readonly string[], tables: NamedTables): Set<string> {
  const used = new Set<string>()
  const pending = [parse(lines)]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    checkKind(node)
    for (const name of tablesOf(node)) {
      checkTable(name, tables)
      if (tables.views.has(name)) used.add(name)
    }
    pending.push(...node.children)
  }
  return used
}

function checkKind({ kind, text, children }: SyntaxNode): void {
  if (!ALLOWED_KINDS.has(kind))
    throw refused(REFUSED_PARTS[kind] ?? `A statement cannot hold ${JSON.stringify(kind)}.`)
  if (kind === 'Function' && !isAllowedFunction(text))
    throw refused(`The function ${text} is not offered. docs/sql.md lists those that are.`)
  const [source] = children
  if (kind === 'TableExpression' && source?.kind === 'Function')
    throw refused(`${source.text}(…) is not offered: read from the views of GET /meta/datasets.`)
}

/** Names that the engine looks up as tables: after FROM and JOIN, and at the right of IN. */
function tablesOf({ kind, text, children }: SyntaxNode): string[] {
  if (kind === 'TableIdentifier') return [text]
  if (kind !== 'Function' || !IN_FUNCTIONS.test(text)) return []
  const right = children[0]?.children.at(-1)
  return right?.kind === 'Identifier' ? [right.text] : []
}

function checkTable(name: string, { views, queries }: NamedTables): void {
  if (!views.has(name) && !queries.has(name))
    throw refused(`There is no view ${JSON.stringify(name)}. GET /meta/datasets lists the views.`)
}

/** The tree out of its lines, each of which is indented by its depth. */
function parse(lines: readonly string[]): SyntaxNode {
  const path: SyntaxNode[] = []
  for (const line of lines) {
    const depth = line.search(/[^ ]/)
    const node = readLine(line.slice(depth))
    // A name with a line break in it would be read as a node of its own.
    if (depth < 0 || depth > path.length || (depth === 0 && path.length > 0))
      throw refused('A name in the statement holds a line break.')
    path.length = depth
    path.at(-1)?.children.push(node)
    path.push(node)
  }
  return at(path, 0)
}

function readLine(line: string): SyntaxNode {
  const end = line.indexOf(' ')
  const kind = end < 0 ? line : line.slice(0, end)
  const rest = end < 0 ? '' : line.slice(end)
  const text = kind === 'Literal' ? '' : rest.replace(CHILDREN, '').replace(ALIAS, '').slice(1)
  return { kind, text, children: [] }
}

/** They compute from arguments alone, in time and memory that the engine can cut short. */
const ORDINARY = byLowerCase(allowed.functions)
const AGGREGATE = byLowerCase(allowed.aggregates)

/** What the engine lets follow the name of an aggregate function. */
const COMBINATORS = ['If', 'Distinct', 'OrNull', 'OrDefault', 'Array', 'Map', 'ForEach']

/** Whether a statement may call a function. The engine knows some names in any case. */
export function isAllowedFunction(name: string): boolean {
  const known = name.toLowerCase()
  return ORDINARY.has(known) || isAggregate(known)
}

/** All names, as the reference of the docs lists them. */
export function listFunctions(): { ordinary: string[]; aggregate: string[] } {
  return { ordinary: [...ORDINARY.values()], aggregate: [...AGGREGATE.values()] }
}

function isAggregate(name: string): boolean {
  if (AGGREGATE.has(name)) return true
  return COMBINATORS.some(
    (suffix) => name.endsWith(suffix.toLowerCase()) && isAggregate(name.slice(0, -suffix.length)),
  )
}

/** Names by their small letters. */
function byLowerCase(groups: Readonly<Record<string, readonly string[]>>) {
  const all = Object.values(groups).flatMap((lines) => lines.flatMap((line) => line.split(' ')))
  return new Map(all.map((name) => [name.toLowerCase(), name]))
}
