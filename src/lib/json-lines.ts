export type JsonPath = readonly (string | number)[]

/** A JSON text and where in it each of its members stands. */
export interface LocatedJson {
  value: unknown
  /** The line of a member, or of the nearest thing around it that is there. */
  lineOf(path: JsonPath): number
}

/** The text is no JSON; `line` is where it stops being one. */
export class JsonTextError extends Error {
  readonly line: number

  constructor(problem: string, line: number) {
    super(problem)
    this.line = line
  }
}

const SPACE = /[ \t\r\n]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these within a text.
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
// Nothing that a person writes nests deeper.
const MAX_DEPTH = 32

/**
 * Reads JSON that a person wrote. The values are the runtime's own; this adds lines, and refuses a
 * member that is there twice.
 */
export function readJson(text: string): LocatedJson {
  const scanner = new Scanner(text.replace(/^\ufeff/, ''))
  scanner.scan()
  return { value: JSON.parse(scanner.text), lineOf: (path) => scanner.lineOf(path) }
}

class Scanner {
  readonly text: string
  readonly #offsets = new Map<string, number>()
  #at = 0

  constructor(text: string) {
    this.text = text
  }

  scan(): void {
    this.#value([])
    this.#skip()
    if (this.#at < this.text.length) this.#fail('text after the end of the JSON')
  }

  lineOf(path: JsonPath): number {
    for (let length = path.length; length > 0; length--) {
      const offset = this.#offsets.get(keyOf(path.slice(0, length)))
      if (offset !== undefined) return this.#lineAt(offset)
    }
    return this.#lineAt(this.#offsets.get(keyOf([])) ?? 0)
  }

  #value(path: JsonPath): void {
    this.#skip()
    // A member is where its name stands; its value may begin lines below.
    if (!this.#offsets.has(keyOf(path))) this.#offsets.set(keyOf(path), this.#at)
    if (path.length > MAX_DEPTH) this.#fail('nested too deeply')
    const sign = this.text[this.#at]
    if (sign === '{') this.#list('}', () => this.#member(path))
    else if (sign === '[') this.#list(']', (index) => this.#value([...path, index]))
    else if (this.#take(TEXT) === undefined && this.#take(SCALAR) === undefined)
      this.#fail('expected a value')
  }

  #list(end: string, item: (index: number) => void): void {
    this.#at++
    this.#skip()
    if (this.text[this.#at] === end) {
      this.#at++
      return
    }
    for (let index = 0; ; index++) {
      item(index)
      this.#skip()
      const sign = this.text[this.#at]
      if (sign !== end && sign !== ',') this.#fail(`expected a comma or ${end}`)
      this.#at++
      if (sign === end) return
    }
  }

  #member(path: JsonPath): void {
    this.#skip()
    const offset = this.#at
    const quoted = this.#take(TEXT)
    if (quoted === undefined) this.#fail('expected a name in double quotes')
    const name = JSON.parse(quoted) as string
    const key = keyOf([...path, name])
    if (this.#offsets.has(key)) this.#fail(`${JSON.stringify(name)} is there twice`, offset)
    this.#offsets.set(key, offset)
    this.#skip()
    if (this.text[this.#at] !== ':') this.#fail(`expected a colon after ${quoted}`)
    this.#at++
    this.#value([...path, name])
  }

  #skip(): void {
    this.#take(SPACE)
  }

  #take(form: RegExp): string | undefined {
    form.lastIndex = this.#at
    const found = form.exec(this.text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #fail(problem: string, offset = this.#at): never {
    throw new JsonTextError(
      offset >= this.text.length ? `${problem}, but the file ends` : problem,
      this.#lineAt(offset),
    )
  }

  #lineAt(offset: number): number {
    let line = 1
    for (
      let at = this.text.indexOf('\n');
      at >= 0 && at < offset;
      at = this.text.indexOf('\n', at + 1)
    )
      line++
    return line
  }
}

function keyOf(path: JsonPath): string {
  return JSON.stringify(path)
}
