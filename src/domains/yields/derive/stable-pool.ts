import { symbolTokens } from './pool-symbol.ts'

// What a symbol adds to say that it is a share of a pool; it names no token.
const SHARE_WORDS = new Set(['LP', 'SLP', 'CLP', 'BPT', 'F', 'GAUGE', 'VAMM', 'SAMM'])
// What boosted pools put before the token that they lend out.
const BOOSTED = /\bBB-[A-Z]-/g

/** Currencies of a pool of nothing but stablecoins that hold (yields.md#samples), or none. */
export function stableCurrencies(
  symbol: string,
  known: ReadonlyMap<string, StablecoinSymbol>,
): ReadonlySet<string> | undefined {
  const tokens = symbolTokens(symbol.toUpperCase().replace(BOOSTED, ''))
    .flatMap((token) => token.split(/[/_ ]+/))
    .filter((token) => token !== '' && !SHARE_WORDS.has(token))
  const each = tokens.map((token) => listCurrencies(token, known))
  if (each.length === 0 || each.includes(undefined)) return undefined
  return new Set(each.flatMap((currencies) => currencies ?? []))
}

/** A stablecoin as a symbol names it. */
export interface StablecoinSymbol {
  readonly priceUsd: number | null
  /** What it is pegged to; `null` when it floats. */
  readonly currency: string | null
}

type Known = ReadonlyMap<string, StablecoinSymbol>

// Below this a coin that calls itself stable is not.
const LEAST_PRICE_USD = 0.7
// Shorter symbols stand at the end of too many other words.
const LEAST_LETTERS = 3

/** Shares of base pools, which other pools hold as if they were one token. */
const BASKETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['3CRV', ['DAI', 'USDC', 'USDT']],
  ['2CRV', ['USDC', 'USDT']],
  ['FRAXBP', ['FRAX', 'USDC']],
  ['CRVFRAX', ['FRAX', 'USDC']],
])

// Receipts of lending markets carry the chain: AETHUSDC, AARBUSDC, WABASUSDC.
const CHAIN_CODES = 'ETH|ARB|OPT|BAS|POL|AVA|GNO|BNB|SCR|MET|LIN|ZKS|SON|CEL'
/** What wrapped, lent, staked and bridged forms put before the token: AUSDC, S*USDC, YVUSDC. */
const WRAPPER = new RegExp(
  `^(?:[A-Z]|S\\*|AM|AV|ANY|AXL|CE|CR|CY|GT|IB|MAD|MOO|SC|SO|SP|ST|STATA|STEAK|STK|WA|YV|(?:W|STATA)?A(?:${CHAIN_CODES}))$`,
)
/** What they put behind it: USDT0, CUSDCV3, USDC+. */
const FORM = /(?:V\d|0|\+|E)$/

/** Currencies of a stablecoin, a wrapped one, a base pool, or several, such as FRAX3CRV. */
export function listCurrencies(token: string, known: Known): string[] | undefined {
  const text = token.toUpperCase().replaceAll('₮', 'T')
  const found = split(text, known)
  if (found !== undefined) return found
  return FORM.test(text) ? split(text.replace(FORM, ''), known) : undefined
}

/** Cuts stablecoins off the end, until nothing or only a wrapper's prefix is left. */
function split(text: string, known: Known): string[] | undefined {
  const own = known.get(text)
  // A symbol that is a stablecoin's own is nothing else, even if it lost its peg.
  if (own !== undefined) return isStable(own) ? [own.currency ?? text] : undefined
  for (const name of [...BASKETS.keys(), ...known.keys()]) {
    if (name.length < LEAST_LETTERS || !text.endsWith(name)) continue
    const last = currenciesOf(name, known)
    if (last === undefined) continue
    const rest = text.slice(0, -name.length)
    if (rest === '' || WRAPPER.test(rest)) return last
    const first = split(rest, known)
    if (first !== undefined) return [...first, ...last]
  }
  return undefined
}

function currenciesOf(name: string, known: Known): string[] | undefined {
  const own = known.get(name)
  if (own !== undefined) return isStable(own) ? [own.currency ?? name] : undefined
  const members = BASKETS.get(name)?.map((member) => currenciesOf(member, known))
  return members?.includes(undefined) ? undefined : members?.flatMap((each) => each ?? [])
}

/** A coin without a price is not known to keep its value. */
function isStable({ priceUsd }: StablecoinSymbol): boolean {
  return priceUsd !== null && priceUsd >= LEAST_PRICE_USD
}
