/**
 * SQL from text in the source code, names, literals and numbers; values go in as parameters. Only
 * this file makes it, and the engines run nothing else.
 */
export class Sql {
  readonly #text: string

  constructor(key: typeof KEY, text: string) {
    if (key !== KEY) throw new Error('SQL is made by sql`…`, identifier and literal')
    this.#text = text
  }

  get text(): string {
    return this.#text
  }

  /** A plain template would make a plain string of it, which no engine runs. */
  toString(): never {
    throw new Error('SQL is put into SQL with sql`…`')
  }
}

const KEY = Symbol('sql')

export type SqlPart = Sql | number

/** A statement, or a part of one. */
export function sql(strings: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql {
  if (!Array.isArray(strings.raw)) throw new Error('SQL is a template: sql`…`')
  return new Sql(KEY, String.raw({ raw: strings }, ...parts.map(partText)))
}

/** Any name as an identifier; several are a path, such as database and table. */
export function identifier(...path: readonly string[]): Sql {
  return new Sql(KEY, path.map((name) => `\`${escapeText(name, '`')}\``).join('.'))
}

/** Names as a list of columns. */
export function identifiers(names: readonly string[]): Sql {
  return joinSql(names.map((name) => identifier(name)))
}

export function literal(value: string | number): Sql {
  return new Sql(KEY, typeof value === 'number' ? numberText(value) : `'${escapeText(value, "'")}'`)
}

export function joinSql(parts: readonly SqlPart[], separator: Sql = sql`, `): Sql {
  return new Sql(KEY, parts.map(partText).join(separator.text))
}

/** SQL that the engine itself has written down, such as its spelling of a parsed statement. */
export function writtenByEngine(text: string): Sql {
  return new Sql(KEY, text)
}

/** The text of one whole statement, for an engine to run. */
export function statementText({ text }: Sql): string {
  if (text.includes(';') && text.replaceAll(QUOTED, ' ').includes(';'))
    throw new Error('One statement at a time: there is a semicolon in it.')
  return text
}

// Texts, quoted names and comments, in which a semicolon ends nothing. What is not closed stays.
const QUOTED =
  /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|\$(\w*)\$.*?\$\1\$|--[^\n]*|#[ !][^\n]*|\/\*.*?\*\//gs

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
