import { resolve } from 'node:path'
import { AlmanacError, UsageError } from '../lib/errors.ts'
import names from './file-access-names.json' with { type: 'json' }
import { type Token, tokensOf } from './sql-tokens.ts'

/** How a statement may begin. */
const STATEMENTS = words(names.statements)
const THINGS_TO_CREATE = words(names.thingsToCreate)
/** Table and database engines that keep rows in the data directory or in memory. */
const HARMLESS_ENGINES = words(names.harmlessEngines)
/** All table functions but those of numbers: each reads or writes elsewhere, or takes SQL in a text. */
const TABLE_FUNCTIONS_THAT_REACH_OUT = words(names.tableFunctionsThatReachOut)
/** Functions of a value that read files, dictionaries or the network. `disk` makes a disk. */
const FUNCTIONS_THAT_REACH_OUT = String.raw`file|disk|catboostevaluate|dict(?:get|has|isin)\w*|ai(?:classify|embed|extract|generate|translate)\w*`
/** Settings that name a file, a table or a URL, or that carry SQL in a text. */
const FILE_SETTINGS =
  'format_schema|format_template|output_format_schema|additional_(?:table|result)_filter|allow_experimental_(?:ai|eval)|table_disk|implicit_table|parallel_replicas_custom_key|format_avro_schema_registry'
// The engine takes these signs in a path for a pattern or an archive.
const PATTERN = /[*?{}]|::/
// Before a list of rows, `VALUES` follows a table or its columns; elsewhere it is a table function.
const BEFORE_TABLE = new Set(['from', 'join', 'table', 'function', 'as', 'in', 'describe', 'desc'])

const REFUSED_WORDS = new Set(['outfile', 'infile'])

/**
 * Refuses SQL that could reach a file, a network or a process. The engine itself does not: even
 * with `readonly = 1` and without any grant it runs `SELECT file('…')` and `INTO OUTFILE`.
 */
export function requireNoFileAccess(text: string): void {
  requireOnlyFiles(text, [])
}

/** The same, but `file('…')` may name one of these paths. */
export function requireOnlyFiles(text: string, paths: readonly string[]): void {
  if (isPlain(text)) return
  const tokens = tokensOf(text)
  if (tokens === undefined) throw refused('text that cannot be read')
  checkStatement(tokens)
  // Only parsed, never run: so that user-supplied SQL can be checked. With an option it may run.
  if (isWord(tokens[0], 'explain') && isWord(tokens[1], 'ast') && isWord(tokens[2], 'select'))
    return
  const literals = paths.map(pathLiteral)
  for (let index = 0; index < tokens.length; index++) checkName(tokens, index, literals)
}

/** Most statements hold none of the names, in any quotes: reading their tokens would take long. */
function isPlain(text: string): boolean {
  const rows = PLAIN_START.exec(text)
  return rows !== null && !SUSPECT.test(text.slice(rows[0].length))
}

const PLAIN_START =
  /^\s*(?:INSERT INTO [\w.]+ (?:\([\w, ]*\) )?VALUES\b|(?:SELECT|WITH|INSERT|ALTER|DROP|TRUNCATE|OPTIMIZE)\b)/
const SUSPECT = new RegExp(
  `[;\\\\]|\\b(?:${FUNCTIONS_THAT_REACH_OUT}|(?:${FILE_SETTINGS})\\w*|${[...REFUSED_WORDS].join('|')}|parallel|default|identifier|values|null(?=\\s*[(/#-])|${[...TABLE_FUNCTIONS_THAT_REACH_OUT].filter((name) => name !== 'null').join('|')})\\b`,
  'i',
)
const REACHES_OUT = new RegExp(`^(?:${FUNCTIONS_THAT_REACH_OUT})$`)
const FILE_SETTING = new RegExp(`^(?:${FILE_SETTINGS})`)

function checkStatement(tokens: readonly Token[]): void {
  const first = tokens.find(({ text }) => text !== '(')
  if (first?.kind !== 'word' || !STATEMENTS.has(first.name))
    throw refused(first?.text ?? 'an empty text')
  for (const [index, { kind, name, text }] of tokens.entries()) {
    if (text === ';' || startsNext(tokens, index)) throw refused('a second statement')
    if (kind === 'word' && REFUSED_WORDS.has(name)) throw refused(text)
  }
  if (first.name === 'create') checkCreate(tokens)
  // Caches and merges; everything else is about the process, its files or its network.
  if (first.name === 'system' && !/^(?:drop|stop)$/.test(tokens[1]?.name ?? ''))
    throw refused('SYSTEM')
}

/** `PARALLEL WITH` joins statements. */
function startsNext(tokens: readonly Token[], index: number): boolean {
  return isWord(tokens[index], 'parallel') && isWord(tokens[index + 1], 'with')
}

function checkCreate(tokens: readonly Token[]): void {
  const what = tokens.slice(1).find(({ name }) => !['or', 'replace', 'temporary'].includes(name))
  if (what === undefined || !THINGS_TO_CREATE.has(what.name))
    throw refused(`CREATE ${what?.text ?? ''}`)
  for (const [index, token] of tokens.entries()) {
    if (!isWord(token, 'engine')) continue
    const next = tokens[index + 1]
    const engine = next?.text === '=' ? tokens[index + 2] : next
    if (engine === undefined || !HARMLESS_ENGINES.has(engine.name))
      throw refused(`ENGINE ${engine?.text ?? ''}`)
  }
}

/** The tokens beside one; `outer` is the first before it that is no parenthesis. */
interface Around {
  readonly outer: Token | undefined
  readonly before: Token | undefined
  readonly next: Token | undefined
}

function checkName(tokens: readonly Token[], index: number, literals: readonly string[]): void {
  const token = tokens[index]
  if (token === undefined || token.kind === 'other' || token.kind === 'string') return
  let outer = index - 1
  while (tokens[outer]?.text === '(') outer--
  const around = { outer: tokens[outer], before: tokens[index - 1], next: tokens[index + 1] }
  checkPlainName(token, around)
  const isCall = around.next?.text === '(' && !isQualified(tokens, index)
  if (token.name === 'file' && isCall && literals.includes(tokens[index + 2]?.text ?? ''))
    checkFileCall(tokens, index + 3)
  else if (token.name !== 'format' || !isCall || !isFormatCall(tokens, index))
    checkFunction(token, around, isCall)
}

/** Behind a name and a dot; the dot of `1.` belongs to the number. */
function isQualified(tokens: readonly Token[], index: number): boolean {
  const [owner, dot] = tokens.slice(Math.max(0, index - 2), index)
  return dot?.text === '.' && (owner?.kind === 'quoted' || /^[a-z_]/.test(owner?.name ?? ''))
}

function checkPlainName({ name, text }: Token, { before, next }: Around): void {
  if (FILE_SETTING.test(name)) throw refused(text)
  // The database `default` takes names of tables for paths.
  if (name === 'default' && next?.text === '.') throw refused('the database default')
  if (name === 'identifier' && before?.text === ':') throw refused('a name as a value')
}

function checkFunction({ name, text }: Token, around: Around, isCall: boolean): void {
  const { outer, before } = around
  // A function can be passed on by its name: `arrayMap(file, …)`, `APPLY file`.
  const isPassed = /^(?:array|map|apply)/.test(outer?.name ?? '')
  if (REACHES_OUT.test(name) && (isCall || isPassed)) throw refused(text)
  if (isCall && TABLE_FUNCTIONS_THAT_REACH_OUT.has(name)) throw refused(text)
  if (isCall && name === 'values' && isTablePlace(before)) throw refused(text)
}

function isTablePlace(before: Token | undefined): boolean {
  if (before === undefined || before.kind === 'other') return before?.text !== ')'
  return before.kind === 'word' && BEFORE_TABLE.has(before.name)
}

/** Columns of a file are SQL in a text, where a default could call anything. */
function checkFileCall(tokens: readonly Token[], from: number): void {
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined || token.text === ')') return
    if (token.kind === 'string') checkColumns(token)
    else if (token.text !== ',') throw refused(`file(… ${token.text}`)
  }
}

/**
 * `format(JSONEachRow, '<columns>', '<rows>')` reads rows from the statement itself; with a text
 * that has braces, which no format is called, it is the function of values.
 */
function isFormatCall(tokens: readonly Token[], index: number): boolean {
  const [format, comma, columns, otherComma, rows, end] = tokens.slice(index + 2, index + 8)
  if (format?.kind === 'string' && format.text.includes('{')) return comma?.text === ','
  if (format?.kind !== 'word' || !ROW_FORMATS.has(format.name)) return false
  if (columns?.kind !== 'string') return false
  if (comma?.text !== ',' || otherComma?.text !== ',') return false
  if (rows?.kind !== 'string' || end?.text !== ')') return false
  checkColumns(columns)
  return true
}

function checkColumns({ text }: Token): void {
  // Other escapes could spell any word.
  const isPlainText = /^'(?:[^\\]|\\[\\'])*'$/.test(text)
  const columns = text.slice(1, -1).replaceAll(/\\(.)|''/gs, (_, sign = "'") => sign as string)
  const tokens = isPlainText ? tokensOf(columns) : undefined
  if (tokens === undefined) throw refused('columns that cannot be read')
  for (const { kind, name } of tokens)
    if (kind === 'word' && COLUMN_EXPRESSIONS.has(name)) throw refused(name)
}

const ROW_FORMATS = new Set(['jsoneachrow', 'jsoncompacteachrow'])
const COLUMN_EXPRESSIONS = new Set(['default', 'alias', 'materialized', 'ephemeral'])

function pathLiteral(path: string): string {
  if (resolve(path) !== path || PATTERN.test(path))
    throw new UsageError(
      `The engine cannot use the path ${path}: it must be absolute, without * ? { } and ::.`,
    )
  return `'${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function isWord(token: Token | undefined, name: string): boolean {
  return token?.kind === 'word' && token.name === name
}

function refused(what: string): AlmanacError {
  return new AlmanacError('invalid_parameter', `The engine runs no statement with ${what} here.`)
}

function words(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
