import Type, { type Static } from 'typebox'
import type { Address } from 'viem'
import type { InstanceHead, SettingsProblem } from '../../model/reader-kind.ts'

// Parts that the settings of several kinds share. Error messages quote the descriptions.

export const address = Type.Unsafe<Address>(
  Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'an address: 0x and 40 hexadecimal digits',
  }),
)

export const addresses = Type.Array(address, {
  minItems: 1,
  uniqueItems: true,
  description: 'a list of different addresses, at least one',
})

/** A token contract, or the chain's own coin. */
export const tokenOrNative = Type.Union([address, Type.Literal('native')], {
  description: 'an address of a token, or "native" for the coin of the chain',
})

/** The plain value, and the sections that never count into it (semantics 2.1). */
export const section = Type.Union(
  [
    Type.Literal('tvl'),
    Type.Literal('staking'),
    Type.Literal('pool2'),
    Type.Literal('borrowed'),
    Type.Literal('vesting'),
    Type.Literal('offers'),
    Type.Literal('treasury'),
    Type.Literal('OwnTokens'),
  ],
  { description: 'one of tvl, staking, pool2, borrowed, vesting, offers, treasury, OwnTokens' },
)

export const percent = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'a percentage from 0 to 100',
})

/** Who gets what of the fees; the rest is for those who supply. */
export const feeShares = Type.Object(
  { protocolPct: Type.Optional(percent), holdersPct: Type.Optional(percent) },
  {
    additionalProperties: false,
    description:
      'the parts of the fees that are kept, such as { "protocolPct": 10, "holdersPct": 0 }',
  },
)
export type FeeShares = Static<typeof feeShares>

/** Whether the nodes have older states; without them, growth over time is left out. */
export const past = Type.Boolean({
  description: 'true, or false where the nodes keep no older states',
})

export const apyDays = Type.Integer({
  minimum: 1,
  maximum: 90,
  description: 'a number of days from 1 to 90',
})

/** Settings of a kind as its functions get them: with the head of the instance. */
export type Full<Settings> = Settings & InstanceHead

const PPM_PER_PERCENT = 10_000
export const MILLION = 1_000_000n

/** A percentage in millionths, in which amounts can be multiplied without losing digits. */
export function toPpm(pct: number): bigint {
  return BigInt(Math.round(pct * PPM_PER_PERCENT))
}

/** At least one of several members must be there. */
export function oneOf(members: Readonly<Record<string, unknown>>): SettingsProblem[] {
  if (Object.values(members).some((value) => value !== undefined)) return []
  return [{ path: [], problem: `needs ${Object.keys(members).join(' or ')}` }]
}

/** Shares of the fees add up to at most all of them. */
export function sharesProblems(shares: FeeShares | undefined): SettingsProblem[] {
  const total = (shares?.protocolPct ?? 0) + (shares?.holdersPct ?? 0)
  return total > 100
    ? [{ path: ['shares'], problem: 'must not add up to more than 100 percent' }]
    : []
}
