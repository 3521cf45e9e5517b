import Type, { type Static } from 'typebox'
import type { Address } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Call, CallResult, ChainReader } from '../../chain/chain.ts'
import { nothingSeen } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { requireUsed } from '../parts/contract-code.ts'
import { addTo, holdingsOf, type Sums } from '../parts/holdings.ts'
import { addresses, closed, oneOrMore, section, tokenOrNative } from '../parts/settings.ts'
import { gapsOf, listSilent, type SilentContract } from '../parts/silent-contracts.ts'
import {
  amountOf,
  BALANCE_OF,
  NATIVE_ADDRESS,
  seenNative,
  seenTokens,
  type TokenFacts,
  tokenCalls,
  tokensFrom,
} from '../parts/tokens.ts'

const settings = Type.Object({
  holdings: oneOrMore(
    closed(
      {
        section: Type.Optional(section),
        owners: addresses,
        tokens: Type.Array(tokenOrNative, {
          minItems: 1,
          uniqueItems: true,
          description: 'a list of tokens, at least one',
        }),
      },
      'who holds what: { "owners": […], "tokens": […] }',
    ),
    'a list of owners and tokens, at least one',
  ),
})
type Settings = Static<typeof settings>

interface Balance {
  section: string
  token: Address
  /** Undefined where the token did not answer. */
  raw: bigint | undefined
}

interface Payload {
  balances: Balance[]
  tokens: TokenFacts[]
  silent: SilentContract[]
}

/** A balance to read. */
interface Held {
  section: string
  owner: Address
  token: Address | 'native'
}

/** What owners hold of tokens: the simplest way to count what a protocol has. */
export const tokenBalances: ReaderKind<Settings, Payload> = {
  kind: 'token-balances',
  version: 1,
  levelsOnly: true,
  settings,
  methodology: () => 'What the protocol’s contracts hold of each token, counted at one block.',

  async extract(chain, { holdings }) {
    const held = listHeld(holdings)
    const ofTokens = held.filter(
      (one): one is typeof one & { token: Address } => one.token !== 'native',
    )
    const ofNative = held.filter(({ token }) => token === 'native')
    const known = [...new Set(ofTokens.map(({ token }) => token))]
    const calls = ofTokens.map(
      ({ owner, token }): Call => ({ target: token, abi: BALANCE_OF, args: [owner] }),
    )
    const [results, native] = await Promise.all([
      calls.length === 0 ? [] : chain.callMany([...calls, ...tokenCalls(known)]),
      ofNative.length === 0 ? [] : chain.nativeBalances(ofNative.map(({ owner }) => owner)),
    ])
    const answered = ofTokens.map((one, index) => ({ ...one, result: at(results, index) }))
    const hasNative = new Set(ofNative.map(({ section }) => section))
    const silent = await listSilentTokens(chain, answered, hasNative)
    const balances = [
      ...answered.map(({ section, token, result }) => ({ section, token, raw: amountOf(result) })),
      ...ofNative.map(({ section }, index) => {
        return { section, token: NATIVE_ADDRESS, raw: at(native, index) }
      }),
    ]
    const owners = held.map(({ owner }) => owner)
    if (balances.every(({ raw }) => raw === undefined || raw === 0n))
      await requireUsed(chain, owners)
    return { balances, tokens: tokensFrom(known, results.slice(calls.length)), silent }
  },

  transform({ balances, tokens, silent }, instance, range) {
    const sections = new Map<string, Sums>()
    for (const { section, token, raw } of balances) {
      const sums = sections.getOrInsertComputed(section, () => new Map())
      if (raw !== undefined) addTo(sums, token, raw)
    }
    const hasNative = balances.some(({ token }) => token === NATIVE_ADDRESS)
    return {
      ...nothingSeen(),
      tokens: [...seenTokens(instance.chain, tokens), ...(hasNative ? seenNative(instance) : [])],
      holdings: [...sections].flatMap(([name, sums]) => holdingsOf(instance, name, sums, range)),
      gaps: gapsOf(instance.protocol, silent, { what: 'tokens', total: tokens.length }),
    }
  },
}

/** Tokens that do not answer; in each section at least one must, or it has the chain's own coin. */
async function listSilentTokens(
  chain: ChainReader,
  ofTokens: readonly (Held & { token: Address; result: CallResult })[],
  hasNative: ReadonlySet<string>,
): Promise<SilentContract[]> {
  const silent = new Map<Address, SilentContract>()
  for (const [section, own] of Map.groupBy(ofTokens, (one) => one.section)) {
    const asked = [...Map.groupBy(own, ({ token }) => token)].map(([address, balances]) => ({
      address,
      results: balances.map(({ result }) => result),
    }))
    const coin: CallResult = { ok: true, value: 0n }
    const all = hasNative.has(section)
      ? [...asked, { address: NATIVE_ADDRESS, results: [coin] }]
      : asked
    const found = await listSilent(chain, all, {
      what: `token of the section ${section}`,
      named: asked.map(({ address }) => address),
    })
    for (const one of found) silent.set(one.address, one)
  }
  return [...silent.values()]
}

/** Every owner and token of a section once, though two entries may name them. */
function listHeld(holdings: Settings['holdings']): Held[] {
  const all = holdings.flatMap(({ section = 'tvl', owners, tokens }) =>
    tokens.flatMap((token) => owners.map((owner) => ({ section, owner, token }))),
  )
  return [...new Map(all.map((one) => [`${one.section} ${one.owner} ${one.token}`, one])).values()]
}
