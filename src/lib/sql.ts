/** SQL of source text, names, literals and numbers, made only here; engines run nothing else. */
export class Sql {
  readonly #text: string

  constructor(key: typeof KEY, text: string) {
    if (key !== KEY) throw new Error('SQL is made by sql`…`, identifier and literal')
    this.#text = text
  }

  get text(): string {
    return this.#text
  }

  toJSON(): string {
    return this.#text
  }

  /** A plain template makes plain text of it, which no engine runs. */
  toString(): string {
    return this.#text
  }
}

const KEY = Symbol('sql')
const PLAIN_WORD = /^[A-Za-z_]\w*$/

export type SqlPart = Sql | number

/** A statement, or a part of one. */
export function sql(strings: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql {
  if (!Array.isArray(strings.raw)) throw new Error('SQL is a template: sql`…`')
  return new Sql(KEY, String.raw({ raw: strings }, ...parts.map(partText)))
}

/** A name of ours, which is a plain word; several are a path, such as database and table. */
export function identifier(...path: readonly string[]): Sql {
  for (const name of path)
    if (!PLAIN_WORD.test(name)) throw new Error(`${JSON.stringify(name)} is no plain name.`)
  return new Sql(KEY, path.join('.'))
}

/** Any name, such as that of a column in somebody's file. */
export function quotedIdentifier(name: string): Sql {
  return new Sql(KEY, `\`${escapeText(name, '`')}\``)
}

/** Names of ours as a list of columns. */
export function identifiers(names: readonly string[]): Sql {
  return joinSql(names.map((name) => identifier(name)))
}

export function literal(value: string | number): Sql {
  return new Sql(KEY, typeof value === 'number' ? numberText(value) : `'${escapeText(value, "'")}'`)
}

export function joinSql(parts: readonly SqlPart[], separator: Sql = sql`, `): Sql {
  return new Sql(KEY, parts.map(partText).join(separator.text))
}

/** Conditions that must all hold; without any, whatever is asked does. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1` : joinSql(conditions, sql` AND `)
}

/** The same with a number in place of a parameter, for statements that bind none. */
export function withNumber(part: Sql, parameter: `{${string}}`, value: number): Sql {
  return new Sql(KEY, part.text.replaceAll(parameter, numberText(value)))
}

/** SQL that the engine itself has written down, such as its spelling of a parsed statement. */
export function writtenByEngine(text: string): Sql {
  return new Sql(KEY, text)
}

/** The text of one whole statement, for an engine to run. */
export function statementText(statement: Sql): string {
  if (!(statement instanceof Sql)) throw new Error('SQL is made by sql`…`, identifier and literal')
  const { text } = statement
  if (text.includes(';') && text.replaceAll(QUOTED, ' ').includes(';'))
    throw new Error('One statement at a time: there is a semicolon in it.')
  return text
}

// Texts, quoted names and comments, in which a semicolon ends nothing. What is not closed stays.
const QUOTED =
  /'[^'\\]*(?:\\.[^'\\]*)*'|`[^`\\]*(?:\\.[^`\\]*)*`|"[^"\\]*(?:\\.[^"\\]*)*"|\$(\w*)\$.*?\$\1\$|--[^\n]*|#[ !][^\n]*|\/\*.*?\*\//gs

function partText(part: SqlPart): string {
  return part instanceof Sql ? part.text : numberText(part)
}

/** Two minus signs in a row would begin a comment. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`SQL has no number ${value}.`)
  return value < 0 ? ` ${value}` : String(value)
}

function escapeText(text: string, quote: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0').replaceAll(quote, `\\${quote}`)
}
