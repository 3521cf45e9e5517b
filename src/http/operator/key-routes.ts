import Type from 'typebox'
import type { NewKey } from '../../accounts/accounts.ts'
import { dayOf } from '../../accounts/month.ts'
import { invalidParameter } from '../../lib/errors.ts'
import { dayText, integer, string } from '../described.ts'
import { optionalText, text, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { namedShape, shape } from '../schemas.ts'
import {
  asRequest,
  describeKey,
  exampleKey,
  getKey,
  keyShape,
  keyWithTextShape,
} from './key-shape.ts'

const DEFAULT_OVERLAP_SEC = 86_400
const MAX_OVERLAP_SEC = 366 * 86_400

const declared = {
  reads: [],
  cached: false,
  costs: false,
  forOperators: true,
  nowStepSec: 1,
} as const
const params = { key: text('Id or name of the key.', 'desk') }

const newKeySchema = shape({
  name: string('Name that no valid key has'),
  account: Type.Optional(string('Account it belongs to; absent: default')),
  ratePerMinute: Type.Optional(integer('Requests a minute')),
  creditsPerMonth: Type.Optional(integer('Credits a month')),
  expiresAt: Type.Optional(string('When it expires, ISO 8601')),
})

const listKeys = defineMetaRoute({
  ...declared,
  id: 'keys.listKeys',
  summary: 'All API keys',
  describe: 'Every key with its limits, state and use of this month. No text of a key is shown.',
  paths: { pro: '/keys' },
  response: shape({ keys: Type.Array(keyShape, { description: 'Oldest first' }) }),
  example: { keys: [exampleKey] },
  handler: async (_, { nowSec }, { accounts }) => {
    const keys = await accounts.listKeys()
    return { keys: keys.map((key) => describeKey(key, accounts.usage(key), nowSec * 1000)) }
  },
})

const postKey = defineMetaRoute({
  ...declared,
  id: 'keys.postKey',
  summary: 'Makes an API key',
  describe:
    'The text of the key is shown in this response only. Keys made here are not operators’ keys: those are made on the command line.',
  paths: { pro: '/keys' },
  methods: { pro: ['POST'] },
  body: { schema: newKeySchema, example: { name: 'desk', ratePerMinute: 500 } },
  response: keyWithTextShape,
  example: { ...exampleKey, text: `alm_${'0'.repeat(43)}` },
  handler: async ({ body }, { nowSec }, { accounts }) => {
    const { text: made, key } = await asRequest(accounts.createKey(parseNewKey(body)))
    return { ...describeKey(key, accounts.usage(key), nowSec * 1000), text: made }
  },
})

const postKeyRotation = defineMetaRoute({
  ...declared,
  id: 'keys.postKeyRotation',
  summary: 'Replaces an API key by a new one',
  describe:
    'The new key goes on with the limits and credits of the old one, which stays valid for `overlapSec` (a day unless told otherwise). The text of the new key is shown in this response only.',
  paths: { pro: '/keys/{key}/rotate' },
  methods: { pro: ['POST'] },
  params,
  body: {
    schema: shape({
      overlapSec: Type.Optional(
        Type.Integer({ description: 'How long the old key stays valid, seconds', minimum: 0 }),
      ),
    }),
    example: { overlapSec: 3_600 },
  },
  response: keyWithTextShape,
  example: { ...exampleKey, text: `alm_${'0'.repeat(43)}` },
  handler: async ({ params: { key: name }, body }, { nowSec }, { accounts }) => {
    const { overlapSec = DEFAULT_OVERLAP_SEC } = Object(body) as { overlapSec?: unknown }
    if (!isWhole(overlapSec, MAX_OVERLAP_SEC))
      throw invalidParameter('overlapSec', `must be whole seconds from 0 to ${MAX_OVERLAP_SEC}.`)
    const { id } = await getKey(accounts, name, nowSec * 1000)
    const { text: made, key } = await asRequest(accounts.rotateKey(id, { overlapSec }))
    return { ...describeKey(key, accounts.usage(key), nowSec * 1000), text: made }
  },
})

const deleteKey = defineMetaRoute({
  ...declared,
  id: 'keys.deleteKey',
  summary: 'Revokes an API key',
  describe:
    'A name revokes every valid key that bears it, an id that key only. The key is still listed.',
  paths: { pro: '/keys/{key}' },
  methods: { pro: ['DELETE'] },
  params,
  response: keyShape,
  example: { ...exampleKey, state: 'revoked', revokedAt: '2026-01-31T00:00:00.000Z' },
  handler: async ({ params: { key: name } }, { nowSec }, { accounts }) => {
    await getKey(accounts, name, nowSec * 1000)
    const key = await asRequest(accounts.revokeKey(name))
    return describeKey(key, accounts.usage(key), nowSec * 1000)
  },
})

function parseNewKey(body: unknown): NewKey {
  const { name, account, ratePerMinute, creditsPerMonth, expiresAt, ...others } = Object(
    body,
  ) as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalidParameter(unknown.slice(0, 40), 'is not understood here.')
  if (typeof name !== 'string') throw invalidParameter('name', 'is required.')
  if (account !== undefined && typeof account !== 'string')
    throw invalidParameter('account', 'must be a text.')
  return {
    name,
    ...(account === undefined ? {} : { account }),
    ...numberOf('ratePerMinute', ratePerMinute),
    ...numberOf('creditsPerMonth', creditsPerMonth),
    ...(expiresAt === undefined ? {} : { expiresAtMs: timestampOf(expiresAt) }),
  }
}

function numberOf(name: 'ratePerMinute' | 'creditsPerMonth', value: unknown): Partial<NewKey> {
  if (value === undefined) return {}
  if (!isWhole(value, Number.MAX_SAFE_INTEGER))
    throw invalidParameter(name, 'must be a whole number.')
  return { [name]: value }
}

function timestampOf(value: unknown): number {
  const ms =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(ms)) throw invalidParameter('expiresAt', 'must be an ISO 8601 time.')
  return ms
}

function isWhole(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max
}

const DAY_MS = 86_400_000

const getKeyUsage = defineMetaRoute({
  id: 'keys.getKeyUsage',
  summary: 'Use of API keys by operation and day',
  describe:
    'How often each key called each operation on each UTC day, and what that cost. Answers and 304s count, errors do not. Written every few seconds; kept for 400 days.',
  paths: { pro: '/keys/usage' },
  query: {
    key: optionalText('Only this key: id or name.', 'bootstrap'),
    days: whole('How many days, up to today.', { min: 1, max: 400, byDefault: 30, example: 30 }),
  },
  response: shape({
    uses: Type.Array(
      namedShape('KeyUse', {
        day: dayText('UTC day'),
        keyId: string('Id of the key'),
        operation: string('Operation that was called'),
        requests: integer('How often'),
        credits: integer('Credits that it cost'),
      }),
      { description: 'The newest day first, then the most requests' },
    ),
  }),
  example: {
    uses: [
      {
        ...{ day: '2026-01-31', keyId: 'key_3f2a9c51d0e7', operation: 'tvl.listChains' },
        ...{ requests: 120, credits: 100 },
      },
    ],
  },
  reads: [],
  nowStepSec: 1,
  cached: false,
  costs: false,
  forOperators: true,
  handler: async ({ query: { key, days } }, { nowSec }, { accounts }) => {
    const id = key === undefined ? undefined : (await getKey(accounts, key, nowSec * 1000)).id
    return { uses: await accounts.listUse(dayOf(nowSec * 1000 - (days - 1) * DAY_MS), id) }
  },
})

/** Routes for operators' keys, on the pro root. */
export const operatorRoutes = [listKeys, postKey, postKeyRotation, deleteKey, getKeyUsage]

export const operatorTopic = {
  name: 'keys',
  description: 'API keys and their use, for keys that were made with `--operator`.',
}
