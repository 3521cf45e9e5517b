import Type, { type Static } from 'typebox'
import type { Address } from 'viem'
import { at } from '../../../lib/at.ts'
import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import { tokensOf } from '../../../sources/model/amounts.ts'
import { nothingSeen } from '../../../sources/model/observations.ts'
import type { ReaderKind } from '../../../sources/model/reader-kind.ts'
import { requireUsed } from '../../../sources/readers/parts/contract-code.ts'
import { addTo, holdingsOf, type Sums } from '../../../sources/readers/parts/holdings.ts'
import { address, addresses, tokenOrNative } from '../../../sources/readers/parts/settings.ts'
import {
  gapsOf,
  listSilent,
  type SilentContract,
} from '../../../sources/readers/parts/silent-contracts.ts'
import {
  amountOf,
  BALANCE_OF,
  coinOf,
  lower,
  NATIVE_ADDRESS,
  seenNative,
  seenTokens,
  type TokenFacts,
  tokenCalls,
  tokensFrom,
} from '../../../sources/readers/parts/tokens.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import { OWN_TOKENS, TREASURY_SUFFIX, treasuries, treasuryHoldings } from '../facts.ts'

const settings = Type.Object({
  owners: addresses,
  tokens: Type.Array(tokenOrNative, {
    minItems: 1,
    uniqueItems: true,
    description: 'a list of tokens, at least one',
  }),
  ownTokens: Type.Optional(
    Type.Array(address, { uniqueItems: true, description: 'tokens that it issued itself' }),
  ),
  entity: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'name of an entity that is no protocol; "protocol" is then its own id',
    }),
  ),
})
type Settings = Static<typeof settings>

interface Payload {
  sums: Sums
  tokens: TokenFacts[]
  silent: SilentContract[]
}

/** What a treasury holds: amounts for its record, and its value for the changes. */
export const treasuryBalances: ReaderKind<Settings, Payload> = {
  kind: 'treasury-balances',
  version: 1,
  levelsOnly: true,
  settings,
  methodology: () =>
    'What the treasury’s addresses hold of each token, at one block. Tokens that it issued itself count apart.',

  async extract(chain, { owners, tokens, ownTokens = [] }) {
    const named = tokens.filter((token) => token !== 'native')
    const contracts = [...new Set([...named, ...ownTokens].map(lower))]
    const pairs = contracts.flatMap((token) => owners.map((owner) => ({ token, owner })))
    const [results, native] = await Promise.all([
      chain.callMany([
        ...pairs.map(({ token, owner }) => ({ target: token, abi: BALANCE_OF, args: [owner] })),
        ...tokenCalls(contracts),
      ]),
      tokens.includes('native') ? chain.nativeBalances(owners) : [],
    ])
    const silent = await listSilent(
      chain,
      contracts.map((token, index) => ({
        address: token,
        results: results.slice(owners.length * index, owners.length * (index + 1)),
      })),
      { what: 'token', named: contracts },
    )
    const sums: Sums = new Map()
    for (const [index, { token }] of pairs.entries())
      addResult(sums, token, amountOf(at(results, index)))
    for (const raw of native) addTo(sums, NATIVE_ADDRESS, raw)
    if ([...sums.values()].every((raw) => raw === 0n)) await requireUsed(chain, owners)
    return { sums, silent, tokens: tokensFrom(contracts, results.slice(pairs.length)) }
  },

  transform({ sums, tokens, silent }, instance, range) {
    const { protocol, chain, entity = null, ownTokens = [] } = instance
    const holder = entity === null ? `${protocol}${TREASURY_SUFFIX}` : protocol
    const own = new Set<string>(ownTokens.map(lower))
    const part = (isOwn: boolean): Sums =>
      new Map([...sums].filter(([token]) => own.has(token) === isOwn))
    const head = { ...instance, protocol: holder }
    return {
      ...nothingSeen(),
      tokens: [
        ...seenTokens(chain, tokens),
        ...(sums.has(NATIVE_ADDRESS) ? seenNative(instance) : []),
      ],
      holdings: [
        ...holdingsOf(head, 'tvl', part(false), range),
        ...(own.size > 0 ? holdingsOf(head, OWN_TOKENS, part(true), range) : []),
      ],
      treasuries: [
        {
          holder,
          protocol: entity === null ? protocol : null,
          name: entity,
          ownTokens: [...own].map((token) => coinOf(chain, token)),
          chain,
          held: [...sums].map(([token, raw]) => ({ coin: coinOf(chain, token as Address), raw })),
          atSec: range.atSec,
        },
      ],
      gaps: gapsOf(holder, silent, { what: 'tokens', total: tokens.length }),
    }
  },
}

/** What a token that does not answer holds is not known, and no 0. */
function addResult(sums: Sums, token: Address, raw: bigint | undefined): void {
  if (raw !== undefined) addTo(sums, token, raw)
}

/** Holders, unless they are on record, and the record of a timestamp: zeros show what is gone. */
export const observeTreasuries: ObservationWriter = (seen, prices) => [
  {
    fact: treasuries,
    rows: [...Map.groupBy(seen.treasuries, ({ holder }) => holder)].map(([id, parts]) => {
      const { protocol, name } = at(parts, 0)
      return { id, protocol, name, ownTokens: parts.flatMap(({ ownTokens }) => ownTokens) }
    }),
    onlyNew: true,
  },
  {
    fact: treasuryHoldings,
    rows: seen.treasuries.flatMap(({ holder, chain, held, atSec }) =>
      held.flatMap((amount) => {
        const tokens = tokensOf(amount, prices)
        return tokens === undefined
          ? []
          : {
              holder,
              chain: chains.keyOf(chain),
              token: normalizeCoinId(amount.coin) ?? amount.coin,
              atSec,
              amount: tokens,
            }
      }),
    ),
    nothing: { amount: 0 },
  },
]
