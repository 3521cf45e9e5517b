import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { Registry } from '../../registry/registry.ts'
import { userMirror } from './responses.ts'

const known = new Registry([
  protocolRow({ id: '1', name: 'Alpha Swap' }),
  protocolRow({ id: '2', name: "Old Man's Lend" }),
])
const read = (body: unknown) =>
  readResponse(userMirror.responses, 'users.listActiveUsers', body, { known })

test('default: a window over all chains, and one of each chain', () => {
  const end = 1_768_388_400
  const { rows, problems } = read({
    'alpha-swap': {
      name: 'Alpha Swap',
      users: { value: 13, end },
      txs: { value: 40, end },
      gasUsd: { value: 5.5, end },
      newUsers: { value: null, end },
      chainBreakdown: { Ethereum: { users: 10, txs: 30 }, Base: { users: 8, txs: null } },
    },
  })
  expect(problems).toEqual([])
  const unknown = { newUsers: null, gasUsd: null }
  expect(rows.user_windows).toEqual([
    { protocol: '1', chain: 'all', atSec: end, users: 13, newUsers: null, txs: 40, gasUsd: 5.5 },
    { protocol: '1', chain: 'Ethereum', atSec: end, users: 10, txs: 30, ...unknown },
    { protocol: '1', chain: 'Base', atSec: end, users: 8, txs: null, ...unknown },
  ])
})

test('behavior: numbers for slugs, texts for numbers, windows that end at different times', () => {
  const { rows } = read({
    2: { users: { value: '7', end: '1768388400' }, txs: { value: '9', end: 1_768_384_800_000 } },
  })
  expect(rows.user_windows).toEqual([
    {
      protocol: '2',
      chain: 'all',
      atSec: 1_768_388_400,
      users: 7,
      newUsers: null,
      txs: null,
      gasUsd: null,
    },
    {
      protocol: '2',
      chain: 'all',
      atSec: 1_768_384_800,
      users: null,
      newUsers: null,
      txs: 9,
      gasUsd: null,
    },
  ])
})

test('error: protocols that nobody here knows are counted, a bad one is named', () => {
  const { rows, problems } = read({
    nobody: { users: { value: 7, end: 1 } },
    'alpha-swap': { users: 7 },
  })
  expect(rows.user_windows).toEqual([])
  expect(problems).toEqual([
    'alpha-swap.users is 7 instead of an object',
    'names 1 protocols that are not known here, such as "nobody". Mirror tvl first',
  ])
})

test('behavior: days of users with all chains together; of sums the chains only', () => {
  const day = 1_768_262_400
  const readDays = (type: string) =>
    readResponse(
      userMirror.responses,
      'users.getUserData',
      [
        { date: day, value: '9', chain: 'all' },
        { date: String(day * 1000), value: 7, chain: 'OP Mainnet' },
        { date: day, value: null, chain: 'Base' },
        { date: 'then', value: 1, chain: 'Base' },
      ],
      { params: { type, protocolId: '1' } },
    )
  const figure = { metric: 'active-users', protocol: '1', version: '', label: '', atSec: day }
  const users = readDays('activeUsers')
  expect(users.rows.dimension_days).toEqual([
    { ...figure, dataType: 'dailyActiveUsers', chain: 'all', valueUsd: 9 },
    { ...figure, dataType: 'dailyActiveUsers', chain: 'OP Mainnet', valueUsd: 7 },
  ])
  expect(users.problems).toEqual(['body[3].date is "then" instead of a time'])
  expect(readDays('dailyTxs').rows.dimension_days).toEqual([
    { ...figure, dataType: 'dailyTransactionCount', chain: 'OP Mainnet', valueUsd: 7 },
  ])
})
