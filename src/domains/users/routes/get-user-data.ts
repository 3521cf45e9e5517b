import Type from 'typebox'
import { number, string, unixDay } from '../../../http/described.ts'
import { type Parameter, quote, requiredOneOf } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { dimensionDays, openMetric, readMembers } from '../../dimensions/public.ts'
import { chains, protocols } from '../../registry/public.ts'
import { userDays } from '../derive/user-days.ts'

/** The daily figure of each type; distinct users are unique anyway (users.md#user-data). */
export const TYPES: Readonly<Record<string, string>> = {
  activeUsers: 'dailyActiveUsers',
  uniqueActiveUsers: 'dailyActiveUsers',
  dailyTxs: 'dailyTransactionCount',
  gasUsd: 'dailyGasUsed',
}

const NAMES = Object.keys(TYPES)
const type = requiredOneOf(`One of ${NAMES.join(', ')}.`, NAMES, 'activeUsers')

const protocolId: Parameter<string> = {
  describe: 'Number of the protocol, the `id` of /protocols.',
  example: '1',
  schema: { type: 'string', pattern: '^\\d+$' },
  parse: (value = '', name) => {
    if (/^\d{1,12}$/.test(value)) return value
    throw invalidParameter(
      name,
      `must be the number of a protocol, such as 1, not ${quote(value)}.`,
    )
  },
}

export const getUserData = defineRoute({
  id: 'users.getUserData',
  summary: 'Daily users, transactions or gas of one protocol',
  describe:
    'One row a day with chain `all`, and one for each chain, up to the last complete day. People over all chains are counted once: a day on which they were not counted so has no `all` row.',
  paths: { pro: '/api/userData/{type}/{protocolId}' },
  params: { type, protocolId },
  response: Type.Array(
    shape({
      date: unixDay(),
      value: number('Addresses, transactions or US dollars of gas, by `type`'),
      chain: string('Display name of the chain, or all'),
    }),
  ),
  example: [
    { date: 1_760_054_400, value: 1_300, chain: 'all' },
    { date: 1_760_054_400, value: 1_000, chain: 'Ethereum' },
  ],
  table: '[]',
  // People of several days are not distinct, so they do not add up.
  series: {
    rule: ({ params }) => (String(params.type).endsWith('ctiveUsers') ? 'last' : 'sum'),
    by: ['chain'],
  },
  reads: [protocols, dimensionDays],
  nowStepSec: DAY_SEC,
  handler: async ({ params }, context) => {
    const request = await openMetric(context, 'active-users', TYPES[params.type])
    if (request.registry.byId(params.protocolId) === undefined)
      throw notFound(`No protocol has the number ${params.protocolId}. GET /protocols lists them.`)
    const [member] = await readMembers(context, request, {
      protocols: [params.protocolId],
    })
    if (member === undefined)
      throw notFound(`Nothing is known of the users of protocol ${params.protocolId}.`)
    return userDays(member, request.lastDay, (chain) => chains.nameOf(chain))
  },
})
