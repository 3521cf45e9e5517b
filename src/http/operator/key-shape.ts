import Type from 'typebox'
import type { AccountKey, Usage } from '../../accounts/accounts.ts'
import { keyState } from '../../accounts/key-ring.ts'
import { AlmanacError, notFound, UsageError } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import { boolean, integer, string, timeText } from '../described.ts'
import type { MetaServices } from '../route.ts'
import { namedShape, nullable } from '../schemas.ts'

const members = {
  id: string('Id of the key'),
  name: string('Name'),
  account: string('Account it belongs to'),
  hint: string('First and last letters of its text'),
  plan: string('Name of the plan'),
  operator: boolean('It may administer keys over HTTP'),
  state: Type.String({ description: 'Whether it is valid', enum: ['live', 'expired', 'revoked'] }),
  ratePerMinute: integer('Requests a minute'),
  creditsPerMonth: integer('Credits a month'),
  creditsUsed: integer('Credits used this month'),
  createdAt: timeText('When it was made'),
  expiresAt: nullable(timeText('When it expires; null when it does not')),
  revokedAt: nullable(timeText('When it was revoked; null when it was not')),
  lastUsedAt: nullable(timeText('When it was last used; null before')),
}

export const keyShape = namedShape('ApiKey', members)
export const keyWithTextShape = namedShape('NewApiKey', {
  ...members,
  text: string('The key itself. It is shown only here.'),
})

export const exampleKey = {
  ...{ id: 'key_3f2a9c51d0e7', name: 'desk', account: 'default', hint: 'alm_3fXa…9Qzt' },
  ...{ plan: 'pro', operator: false, state: 'live', ratePerMinute: 1_000 },
  ...{ creditsPerMonth: 1_000_000, creditsUsed: 42, createdAt: '2026-01-01T00:00:00.000Z' },
  ...{ expiresAt: null, revokedAt: null, lastUsedAt: '2026-01-31T00:00:00.000Z' },
}

export function describeKey(key: AccountKey, { used }: Usage, nowMs: number) {
  const { id, name, account, hint, plan, operator, ratePerMinute, creditsPerMonth } = key
  return {
    ...{ id, name, account, hint, plan, operator, state: keyState(key, nowMs) },
    ...{ ratePerMinute, creditsPerMonth, creditsUsed: used },
    createdAt: new Date(key.createdAtMs).toISOString(),
    expiresAt: toIso(key.expiresAtMs),
    revokedAt: toIso(key.revokedAtMs),
    lastUsedAt: toIso(key.lastUsedAtMs),
  }
}

/** The key that an id or the name of a valid key means. */
export async function getKey(
  accounts: MetaServices['accounts'],
  idOrName: string,
  nowMs: number,
): Promise<AccountKey> {
  const keys = await accounts.listKeys()
  const live = keys.filter((key) => keyState(key, nowMs) === 'live')
  const found =
    keys.find(({ id }) => id === idOrName) ?? live.findLast(({ name }) => name === idOrName)
  if (found !== undefined) return found
  const names = live.map(({ name }) => name)
  throw notFound('There is no key of this id or name.', suggest(idOrName.slice(0, 64), names))
}

/** What accounts refuse is wrong in the request. */
export async function asRequest<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof UsageError) throw new AlmanacError('invalid_parameter', error.message)
    throw error
  }
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
