import Type from 'typebox'
import { dayOf } from '../../accounts/month.ts'
import { dayText, integer, string } from '../described.ts'
import { optionalText, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { namedShape, shape } from '../schemas.ts'
import { getKey } from './key-shape.ts'

const DAY_MS = 86_400_000

export const getKeyUsage = defineMetaRoute({
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
