import Type, { type Static, type TSchema } from 'typebox'
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

export const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description })

export const oneOrMore = <Item extends TSchema>(items: Item, description: string) =>
  Type.Array(items, { minItems: 1, description })

/** An object without other members. */
export const closed = <Members extends Record<string, TSchema>>(
  members: Members,
  description: string,
) => Type.Object(members, { additionalProperties: false, description })

export const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

/** A token contract, or the chain's own coin. */
export const tokenOrNative = Type.Union([address, Type.Literal('native')], {
  description: 'an address of a token, or "native" for the coin of the chain',
})

/** The plain value, and the sections that never count into it (tvl.md#list-of-protocols). */
const SECTIONS = 'tvl, staking, pool2, borrowed, vesting, offers, treasury, OwnTokens'
export const section = Type.Enum(SECTIONS.split(', '), { description: `one of ${SECTIONS}` })

export const percent = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'a percentage from 0 to 100',
})

/** Who gets what of the fees; the rest is for those who supply. */
export const feeShares = closed(
  { protocolPct: Type.Optional(percent), holdersPct: Type.Optional(percent) },
  'the parts of the fees that are kept, such as { "protocolPct": 10, "holdersPct": 0 }',
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

/** Stablecoins and bridges have numbers, where other instances have the id of a protocol. */
export function numberProblems(settings: object, what: string): SettingsProblem[] {
  const { protocol } = settings as { protocol?: unknown }
  if (/^[1-9]\d{0,8}$/.test(String(protocol))) return []
  const given = JSON.stringify(protocol)
  const problem = `must be the number of the ${what} as a text, such as "12", not ${given}`
  return [{ path: ['protocol'], problem }]
}

/** Remarks of people in a file. */
export const notes = Type.Optional(
  Type.Array(Type.String(), { description: 'a list of remarks, which nothing reads' }),
)

/** A coin as settings name it. */
export const coinId = Type.String({
  pattern: '^[^\\s:]+:\\S+$',
  maxLength: 300,
  description: 'a coin id: <key of the chain>:<address>, or <source>:<id> for coins of no chain',
})

/** The one spelling of a coin id, shared by all readers: EVM addresses are in lower case. */
export function spelledCoin(coin: string): string {
  return /:0x[0-9a-fA-F]{40}$/.test(coin) ? coin.toLowerCase() : coin
}
