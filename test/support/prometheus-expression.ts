/** What an expression of Prometheus names. */
export interface Named {
  /** Metrics, with the labels that are compared or kept beside them. */
  metrics: string[]
  labels: string[]
}

const AGGREGATIONS = ['sum', 'max', 'min', 'avg', 'count', 'topk']
const FUNCTIONS = ['rate', 'increase', 'histogram_quantile', 'predict_linear', 'time']
const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_:][\w:]*)|(?<text>"[^"]*")|(?<range>\[(?:\d+[smhd]|\$__rate_interval)\])|(?<sign>==|!=|>=|<=|=~|!~|[-+*/><=(){},]))/y

const ARITHMETIC = ['+', '-', '*', '/', '>', '<', '==', '!=', '>=', '<=']

/** Reads the part of the language that our rules and panels use; anything else is an error. */
export function readExpression(text: string): Named {
  return new Reader(text).read()
}

class Reader {
  readonly #text: string
  readonly #tokens: string[]
  readonly #named: Named = { metrics: [], labels: [] }
  #next = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokenize(text)
  }

  read(): Named {
    this.#expression()
    if (this.#next < this.#tokens.length) this.#fail(`unexpected ${this.#peek()}`)
    return this.#named
  }

  #expression(): void {
    this.#term()
    while (ARITHMETIC.includes(this.#peek())) {
      this.#take()
      this.#term()
    }
  }

  #term(): void {
    const token = this.#take()
    if (/^\d/.test(token)) return
    if (token === '-') this.#term()
    else if (token === '(') {
      this.#expression()
      this.#take(')')
    } else if (/^[A-Za-z_:]/.test(token)) this.#name(token)
    else this.#fail(`unexpected ${token}`)
  }

  /** A function with its arguments, or a metric with its labels. */
  #name(name: string): void {
    const isAggregation = AGGREGATIONS.includes(name)
    if (isAggregation && this.#peek() === 'by') {
      this.#take('by')
      this.#list('(', ')', () => this.#named.labels.push(this.#take()))
    }
    if (this.#peek() === '(') {
      if (!isAggregation && !FUNCTIONS.includes(name)) this.#fail(`unknown function ${name}`)
      this.#list('(', ')', () => this.#expression())
      return
    }
    this.#named.metrics.push(name)
    if (this.#peek() === '{') this.#list('{', '}', () => this.#matcher())
    if (this.#peek().startsWith('[')) this.#take()
  }

  #matcher(): void {
    this.#named.labels.push(this.#take())
    if (!['=', '!=', '=~', '!~'].includes(this.#take())) this.#fail('no comparison')
    if (!this.#take().startsWith('"')) this.#fail('a label is compared with something but text')
  }

  #list(start: string, end: string, item: () => void): void {
    this.#take(start)
    while (this.#peek() !== end) {
      item()
      if (this.#peek() !== end) this.#take(',')
    }
    this.#take(end)
  }

  /** The next token; nothing at the end. */
  #peek(): string {
    return this.#tokens[this.#next] ?? ''
  }

  #take(wanted?: string): string {
    const token = this.#tokens[this.#next++]
    if (token === undefined || (wanted !== undefined && token !== wanted))
      return this.#fail(`${wanted ?? 'more'} expected instead of ${token ?? 'the end'}`)
    return token
  }

  #fail(problem: string): never {
    throw new Error(`${problem} in: ${this.#text}`)
  }
}

function tokenize(text: string): string[] {
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(trimmed)?.[0].trim()
    if (token === undefined) throw new Error(`cannot read ${trimmed.slice(at)}`)
    tokens.push(token)
  }
  return tokens
}
