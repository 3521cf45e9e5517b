import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { bridgeMirror } from './responses.ts'

// 2026-01-14, a day and its end.
const [DAY, END] = [1_768_348_800, 1_768_435_199]
const query = { starttimestamp: String(DAY), endtimestamp: String(END), limit: '6000' }
const read = (body: unknown) =>
  readResponse(bridgeMirror.responses, 'bridges.listTransactions', body, {
    params: { id: '7' },
    query,
  })

const transaction = {
  tx_hash: '0x2d',
  ts: '2026-01-14T08:53:20.000Z',
  tx_block: 23_540_000,
  tx_from: '0x3a',
  tx_to: '0x80',
  token: '0xa0',
  coin: 'ethereum:0xa0',
  amount: '17379331182',
  is_deposit: true,
  chain: 'Ethereum',
  bridge_name: 'harbor',
  usd_value: 17_379.33,
  sourceChain: 'Ethereum',
}
const row = {
  bridge: 7,
  chain: 'Ethereum',
  txHash: '0x2d',
  logIndex: 0,
  // 8:53:20.
  atSec: DAY + 32_000,
  block: 23_540_000,
  fromAddress: '0x3a',
  toAddress: '0x80',
  token: 'ethereum:0xa0',
  amount: '17379331182',
  valueUsd: 17_379.33,
  isDeposit: true,
  sourceChain: 'Ethereum',
  isUndone: null,
}

test('default: bridges, and a call for each of their last days', () => {
  const { rows, details } = readResponse(
    bridgeMirror.responses,
    'bridges.list',
    {
      bridges: [
        {
          id: 7,
          name: 'harbor',
          displayName: 'Harbor Bridge',
          icon: 'icons:harbor',
          destinationChain: 'Base',
          url: null,
          slug: 'harbor-bridge',
          serviceId: '12',
        },
        { id: '8', name: 'ferry', destinationChain: false },
      ],
    },
    { atSec: DAY + 3_600 },
  )
  expect(rows.bridges).toEqual([
    {
      id: 7,
      name: 'harbor',
      displayName: 'Harbor Bridge',
      icon: 'icons:harbor',
      url: null,
      slug: 'harbor-bridge',
      destinationChain: 'Base',
      serviceId: '12',
    },
    {
      id: 8,
      name: 'ferry',
      displayName: 'ferry',
      icon: null,
      url: null,
      slug: null,
      destinationChain: null,
      serviceId: null,
    },
  ])
  // Today and 30 days of each.
  expect(details).toHaveLength(62)
  expect(details[0]).toMatchObject({ params: { id: '7' }, query })
})

test('behavior: events of one transaction are counted from its first', () => {
  const { rows } = read([
    { ...transaction, amount: '2' },
    { ...transaction, amount: '1' },
  ])
  expect(rows.bridge_transfers).toEqual([
    { ...row, amount: '1' },
    { ...row, amount: '2', logIndex: 1 },
  ])
})

test('behavior: the reference form: within the bridge, no direction, only the address', () => {
  const { coin: _coin, is_deposit: _isDeposit, ...others } = transaction
  const { rows, problems } = read({
    id: 7,
    transactions: [
      others,
      { ...others, chain: 'Base', usd_value: null },
      { ...others, sourceChain: null },
    ],
  })
  expect(problems).toEqual(['transactions[2].is_deposit is missing'])
  expect(rows.bridge_transfers).toEqual([
    { ...row, chain: 'Base', token: '0xa0', isDeposit: false, valueUsd: null },
    { ...row, token: '0xa0' },
  ])
})

test('behavior: a list that was cut off is requested in halves', () => {
  const { rows, details } = read(Array.from({ length: 6_000 }, () => transaction))
  expect(rows).toEqual({})
  expect(details.map((call) => [call.query?.starttimestamp, call.query?.endtimestamp])).toEqual([
    [String(DAY), String(DAY + 43_199)],
    [String(DAY + 43_200), String(END)],
  ])
})
