import { GATEWAY_ORIGIN } from '../../own-hosts.ts'

export const NATIVE = '0x0000000000000000000000000000000000000000'
/** The prefix of coins with an aggregator's id instead of chain and address. */
const AGGREGATOR = 'aggregator'

interface Options {
  skipChain?: boolean
  label?: string
}

/** The last argument may be a label, options, or a label followed by options. */
type LabelOrOptions = string | Options | undefined

type Given = [given?: LabelOrOptions, more?: Options | undefined]

function readOptions(...[given, more]: Given): Options {
  return typeof given === 'string' ? { ...more, label: given } : { ...more, ...given }
}

/** A ledger of amounts by token, and by label beside it (adapters.md#shapes-of-modules). */
export class Balances {
  readonly chain: string
  readonly timestamp: number | undefined
  readonly #amounts = new Map<string, LedgerAmount>()
  readonly #labels = new Map<string, Balances>()

  constructor({ chain, timestamp }: { chain: string; timestamp?: number | undefined }) {
    this.chain = chain
    this.timestamp = timestamp
  }

  add(token: string | string[] | Balances, amount?: unknown, ...given: Given): void {
    if (token instanceof Balances)
      this.addBalances(token, amount as LabelOrOptions, given[0] as Options)
    else if (Array.isArray(token)) this.addTokens(token, amount as unknown[], ...given)
    else
      for (const one of Array.isArray(amount) ? amount : [amount])
        this.addToken(token, one, ...given)
  }

  addToken(token: string, amount: unknown, ...given: Given): void {
    const { label, skipChain = false } = readOptions(...given)
    if (typeof token !== 'string' || token === '')
      throw new Error('a token must be named by its address or id')
    if (amount === undefined || amount === null) return
    const key = skipChain || token.includes(':') ? token : `${this.chain}:${token}`
    this.#put(key, toAmount(amount), label)
  }

  addTokens(tokens: string[], amounts: unknown[], ...given: Given): void {
    if (!Array.isArray(tokens) || !Array.isArray(amounts) || tokens.length !== amounts.length)
      throw new Error('tokens and balances must be arrays of the same length')
    for (const [index, token] of tokens.entries()) this.addToken(token, amounts[index], ...given)
  }

  addGasToken(amount: unknown, ...given: Given): void {
    this.addToken(NATIVE, amount, ...given)
  }

  addAggregatorToken(id: string, amount: unknown, ...given: Given): void {
    this.addToken(`${AGGREGATOR}:${id}`, amount, ...given)
  }

  /** The short name that modules know it by. */
  addCGToken(id: string, amount: unknown, ...given: Given): void {
    this.addAggregatorToken(id, amount, ...given)
  }

  addTokenVannila(token: string, amount: unknown, ...given: Given): void {
    this.addToken(token, amount, { ...readOptions(...given), skipChain: true })
  }

  addUSDValue(amount: unknown, ...given: Given): void {
    this.addTokenVannila(USD_KEY, amount, ...given)
  }

  addBalances(balances: Balances | Record<string, unknown>, ...given: Given): void {
    if (balances === this) return
    const { label } = readOptions(...given)
    this.#putAll(balances, label, 1)
    if (label !== undefined || !(balances instanceof Balances)) return
    for (const [name, part] of Object.entries(balances.getBreakdownBalances()))
      this.#labelled(name).addBalances(part)
  }

  subtract(balances: Balances | Record<string, unknown>, ...given: Given): void {
    this.#putAll(balances, readOptions(...given).label, -1)
  }

  subtractToken(token: string, amount: unknown, ...given: Given): void {
    this.addToken(token, scaleAmount(toAmount(amount), -1), ...given)
  }

  clone(ratio = 1, ...given: Given): Balances {
    const copy = new Balances(this)
    copy.addBalances(this, ...given)
    return copy.resizeBy(ratio)
  }

  resizeBy(ratio: number): this {
    if (ratio === 1) return this
    for (const [token, amount] of this.#amounts)
      this.#amounts.set(token, scaleAmount(amount, ratio))
    for (const part of this.#labels.values()) part.resizeBy(ratio)
    return this
  }

  removeTokenBalance(token: string): void {
    const wanted = token.toLowerCase()
    for (const key of this.#amounts.keys())
      if (key.toLowerCase().includes(wanted)) this.#amounts.delete(key)
    for (const part of this.#labels.values()) part.removeTokenBalance(token)
  }

  removeNegativeBalances(): void {
    for (const [token, amount] of this.#amounts) if (amount <= 0) this.#amounts.delete(token)
    for (const part of this.#labels.values()) part.removeNegativeBalances()
  }

  getBalances(): Record<string, string | number> {
    return Object.fromEntries(
      [...this.#amounts].map(([token, amount]) => [
        token,
        typeof amount === 'bigint' ? String(amount) : amount,
      ]),
    )
  }

  getBreakdownBalances(): Record<string, Balances> {
    return Object.fromEntries(this.#labels)
  }

  hasBreakdownBalances(): boolean {
    return [...this.#labels.values()].some((part) => !part.isEmpty())
  }

  isEmpty(): boolean {
    return this.#amounts.size === 0
  }

  async getUSDValue(): Promise<number> {
    return (await this.getUSDJSONs()).usdTvl
  }

  async getUSDString(): Promise<string> {
    return (await this.getUSDValue()).toFixed(0)
  }

  async getUSDJSONs() {
    const rawTokenBalances = this.getBalances()
    const usdTokenBalances = await valueInUsd(rawTokenBalances, this.timestamp)
    const labelBreakdown: Record<string, number> = {}
    for (const [label, part] of this.#labels) labelBreakdown[label] = await part.getUSDValue()
    const usdTvl = Object.values(usdTokenBalances).reduce((sum, usd) => sum + usd, 0)
    return { usdTvl, usdTokenBalances, rawTokenBalances, labelBreakdown }
  }

  #putAll(
    balances: Balances | Record<string, unknown>,
    label: string | undefined,
    ratio: 1 | -1,
  ): void {
    const amounts = balances instanceof Balances ? balances.getBalances() : balances
    for (const [token, amount] of Object.entries(amounts))
      this.#put(token, scaleAmount(toAmount(amount), ratio), label)
  }

  #put(token: string, amount: LedgerAmount, label: string | undefined): void {
    if (isEmptyAmount(amount)) return
    const key = token.replaceAll('/', ':')
    this.#amounts.set(key, sumAmounts(this.#amounts.get(key) ?? 0n, amount))
    if (label !== undefined && label !== '') this.#labelled(label).#put(key, amount, undefined)
  }

  #labelled(label: string): Balances {
    return this.#labels.getOrInsertComputed(label, () => new Balances(this))
  }
}

/** The key of dollars without a token in a ledger. */
export const USD_KEY = 'usd'

/** Whole numbers are exact, of any length; fractions are floating point. */
type LedgerAmount = bigint | number

/** Numbers, texts of numbers, big integers and number objects of libraries. */
function toAmount(value: unknown): LedgerAmount {
  if (typeof value === 'bigint') return value
  const text =
    typeof value === 'object' && value !== null ? textOfNumber(value) : String(value).trim()
  if (/^[+-]?\d+$/.test(text)) return BigInt(text)
  if (/^0x[0-9a-f]+$/i.test(text)) return BigInt(text)
  const number = Number(text)
  if (text === '' || !Number.isFinite(number))
    throw new Error(`a balance must be a number, not ${text === '' ? 'empty' : text.slice(0, 40)}`)
  return Number.isSafeInteger(number) ? BigInt(number) : number
}

function textOfNumber(value: object): string {
  const { toFixed } = value as { toFixed?: () => string }
  return typeof toFixed === 'function' ? toFixed.call(value) : String(value)
}

function sumAmounts(a: LedgerAmount, b: LedgerAmount): LedgerAmount {
  return typeof a === 'bigint' && typeof b === 'bigint' ? a + b : Number(a) + Number(b)
}

function scaleAmount(amount: LedgerAmount, ratio: number): LedgerAmount {
  return typeof amount === 'bigint' && Number.isSafeInteger(ratio)
    ? amount * BigInt(ratio)
    : Number(amount) * ratio
}

function isEmptyAmount(amount: LedgerAmount): boolean {
  return amount === 0n || amount === 0
}

interface PriceRecord {
  price: number
  symbol?: string
  decimals?: number
  confidence?: number
}

const MIN_CONFIDENCE = 0.5

/** Dollars of a ledger by token symbol, at the service's prices (tvl.md#records). */
async function valueInUsd(
  balances: Record<string, string | number>,
  timestamp: number | undefined,
): Promise<Record<string, number>> {
  const coins = Object.keys(balances).filter((coin) => coin !== USD_KEY)
  const prices = coins.length === 0 ? {} : await lookUp(coins, timestamp)
  const usd: Record<string, number> = {}
  for (const [coin, amount] of Object.entries(balances)) {
    if (coin === USD_KEY) usd.USD = (usd.USD ?? 0) + Number(amount)
    const record = prices[coin]
    if (record === undefined || (record.confidence ?? 1) < MIN_CONFIDENCE) continue
    const symbol = record.symbol ?? coin
    usd[symbol] =
      (usd[symbol] ?? 0) + (Number(amount) / 10 ** (record.decimals ?? 0)) * record.price
  }
  return usd
}

async function lookUp(
  coins: string[],
  timestamp: number | undefined,
): Promise<Record<string, PriceRecord>> {
  const response = await fetch(`${GATEWAY_ORIGIN}/prices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ coins, timestamp }),
  })
  if (!response.ok) throw new Error(`prices: ${await response.text()}`)
  return ((await response.json()) as { coins: Record<string, PriceRecord> }).coins
}
