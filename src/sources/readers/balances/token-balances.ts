import Type, { type Static } from 'typebox'
import type { Address } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Call } from '../../chain/chain.ts'
import { nothingSeen } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { addTo, holdingsOf, type Sums } from '../parts/holdings.ts'
import { requireAnswers } from '../parts/require-answers.ts'
import { addresses, section, tokenOrNative } from '../parts/settings.ts'
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
  holdings: Type.Array(
    Type.Object(
      {
        section: Type.Optional(section),
        owners: addresses,
        tokens: Type.Array(tokenOrNative, {
          minItems: 1,
          uniqueItems: true,
          description: 'a list of tokens, at least one',
        }),
      },
      {
        additionalProperties: false,
        description: 'who holds what: { "owners": […], "tokens": […] }',
      },
    ),
    { minItems: 1, description: 'a list of owners and tokens, at least one' },
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
    const [answers, native] = await Promise.all([
      calls.length === 0 ? [] : chain.callMany([...calls, ...tokenCalls(known)]),
      ofNative.length === 0 ? [] : chain.nativeBalances(ofNative.map(({ owner }) => owner)),
    ])
    for (const section of sectionsWithoutNative(held))
      requireAnswers(
        chain,
        ofTokens.flatMap((one, index) => (one.section === section ? [at(answers, index)] : [])),
        `token of the section ${section}`,
      )
    return {
      balances: [
        ...ofTokens.map(({ section, token }, index) => ({
          section,
          token,
          raw: amountOf(at(answers, index)),
        })),
        ...ofNative.map(({ section }, index) => ({
          section,
          token: NATIVE_ADDRESS,
          raw: at(native, index),
        })),
      ],
      tokens: tokensFrom(known, answers.slice(calls.length)),
    }
  },

  transform({ balances, tokens }, instance, range) {
    const sections = new Map<string, Sums>()
    for (const { section, token, raw } of balances) {
      const sums = sections.get(section) ?? new Map<string, bigint>()
      sections.set(section, sums)
      if (raw !== undefined) addTo(sums, token, raw)
    }
    const hasNative = balances.some(({ token }) => token === NATIVE_ADDRESS)
    return {
      ...nothingSeen(),
      tokens: [...seenTokens(instance.chain, tokens), ...(hasNative ? seenNative(instance) : [])],
      holdings: [...sections].flatMap(([name, sums]) => holdingsOf(instance, name, sums, range)),
    }
  },
}

/** The coin of the chain always answers. */
function sectionsWithoutNative(held: ReturnType<typeof listHeld>): string[] {
  const native = new Set(
    held.flatMap(({ token, section }) => (token === 'native' ? [section] : [])),
  )
  return [...new Set(held.map(({ section }) => section))].filter((one) => !native.has(one))
}

/** Every owner and token of a section once, though two entries may name them. */
function listHeld(holdings: Settings['holdings']) {
  const all = holdings.flatMap(({ section = 'tvl', owners, tokens }) =>
    tokens.flatMap((token) => owners.map((owner) => ({ section, owner, token }))),
  )
  return [...new Map(all.map((one) => [`${one.section} ${one.owner} ${one.token}`, one])).values()]
}
