import { expect, test } from 'vitest'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { addFlows, type Flow, NO_FLOW } from './flow.ts'
import {
  addBridgeWindows,
  addWindowFlows,
  bridgeWindows,
  chainVolumes,
  type FlowHistory,
  WINDOWS,
  type WindowFlows,
  windowFlows,
} from './window-flows.ts'

const TODAY = 20_000
const flow = (usd: number, txs: number): Flow => ({
  depositUsd: usd,
  withdrawUsd: usd / 2,
  depositTxs: txs,
  withdrawTxs: 2 * txs,
})
const NOTHING: FlowHistory = { ofDay: () => NO_FLOW, ofHour: () => NO_FLOW }

/**
 * 2^n dollars on the day n days ago, so that a sum shows which days are in it; as many transfers as
 * days ago.
 */
const history: FlowHistory = {
  ofDay: (day) => flow(2 ** (TODAY - day), TODAY - day),
  ofHour: (hour) => flow(hour, 1),
}

const noon = TODAY * DAY_SEC + 12 * HOUR_SEC

test('default: each window takes its days', () => {
  const flows = windowFlows(history, noon + 1_799)
  expect(flows.currentDay).toEqual(flow(1, 0))
  expect(flows.lastDay).toEqual(flow(2, 1))
  expect(flows.dayBeforeLast).toEqual(flow(4, 2))
  // 2 + 4 + 8 + 16 + 32 + 64 + 128 = 254; 1 + … + 7 = 28.
  expect(flows.week).toEqual(flow(254, 28))
  // 2^31 − 2; 1 + … + 30 = 465.
  expect(flows.month).toEqual(flow(2_147_483_646, 465))
})

test('default: the last hour and the last 24 hours are complete ones', () => {
  const flows = windowFlows(history, noon + 1_799)
  const hour = TODAY * 24 + 12
  expect(flows.lastHour).toEqual(flow(hour - 1, 1))
  // hour − 24 up to hour − 1: 24 × hour − (1 + … + 24 = 300).
  expect(flows.last24h).toEqual(flow(24 * hour - 300, 24))
})

test.each([
  ['the first second of a day', TODAY * DAY_SEC, TODAY * 24 - 1],
  ['the last second of a day', (TODAY + 1) * DAY_SEC - 1, TODAY * 24 + 22],
])('behavior: at %s', (_, nowSec, lastHour) => {
  const flows = windowFlows(history, nowSec)
  expect(flows.currentDay).toEqual(flow(1, 0))
  expect(flows.lastDay).toEqual(flow(2, 1))
  expect(flows.lastHour).toEqual(flow(lastHour, 1))
})

test('behavior: a single transfer an hour ago is in the hour, the 24 hours and the day, in no complete day', () => {
  const one: FlowHistory = {
    ofDay: (day) => (day === TODAY ? flow(10, 1) : NO_FLOW),
    ofHour: (hour) => (hour === TODAY * 24 + 11 ? flow(10, 1) : NO_FLOW),
  }
  const flows = windowFlows(one, noon)
  expect(WINDOWS.filter((window) => flows[window].depositTxs > 0)).toEqual([
    'lastHour',
    'last24h',
    'currentDay',
  ])
  // Two hours later the hour is over: 0 is then a fact.
  expect(windowFlows(one, noon + 2 * HOUR_SEC).lastHour).toEqual(NO_FLOW)
})

test('behavior: nothing known gives nothing', () => {
  const flows = windowFlows(NOTHING, noon)
  expect(WINDOWS.map((window) => flows[window])).toEqual(WINDOWS.map(() => NO_FLOW))
})

test('default: windows add up one by one', () => {
  const a = windowFlows(history, noon)
  const sum = addWindowFlows([a, a, windowFlows(NOTHING, noon)])
  for (const window of WINDOWS) expect(sum[window]).toEqual(addFlows(a[window], a[window]))
  expect(addWindowFlows([]).month).toEqual(NO_FLOW)
})

/** The same flow in every window. */
function windows(
  depositUsd: number,
  withdrawUsd: number,
  depositTxs: number,
  withdrawTxs: number,
): WindowFlows {
  const flow: Flow = { depositUsd, withdrawUsd, depositTxs, withdrawTxs }
  return Object.fromEntries(WINDOWS.map((window) => [window, flow])) as unknown as WindowFlows
}

test('default: the chains add up to the whole', () => {
  const recorded = new Map([
    ['base', windows(30, 100, 1, 2)],
    ['ethereum', windows(100, 30, 2, 1)],
  ])
  const bridge = bridgeWindows(recorded, null)
  expect(bridge.whole).toEqual(windows(130, 130, 3, 3))
  expect(bridge.byChain).toEqual(recorded)
})

test('default: an unseen destination carries the values of the whole, as they stand', () => {
  const bridge = bridgeWindows(new Map([['ethereum', windows(100, 60, 5, 2)]]), 'polygon')
  expect(bridge.whole).toEqual(windows(100, 60, 5, 2))
  expect([...bridge.byChain]).toEqual([
    ['ethereum', windows(100, 60, 5, 2)],
    ['polygon', windows(100, 60, 5, 2)],
  ])
})

test('behavior: a destination whose own transfers are recorded keeps them', () => {
  const bridge = bridgeWindows(
    new Map([
      ['ethereum', windows(100, 0, 1, 0)],
      ['polygon', windows(0, 90, 0, 1)],
    ]),
    'polygon',
  )
  expect(bridge.byChain.get('polygon')).toEqual(windows(0, 90, 0, 1))
  expect(bridge.whole).toEqual(windows(100, 90, 1, 1))
})

test.each([[null], ['polygon']])(
  'behavior: without any transfer nothing is known, destination %s',
  (destination) => {
    expect(bridgeWindows(new Map(), destination)).toEqual({ whole: undefined, byChain: new Map() })
  },
)

test('default: several bridges add up, as a whole and chain by chain', () => {
  const one = bridgeWindows(new Map([['ethereum', windows(100, 60, 5, 2)]]), 'polygon')
  const two = bridgeWindows(new Map([['ethereum', windows(1, 2, 3, 4)]]), null)
  const unknown = bridgeWindows(new Map(), null)
  expect(addBridgeWindows([one, two, unknown])).toEqual({
    whole: windows(101, 62, 8, 6),
    byChain: new Map([
      ['ethereum', windows(101, 62, 8, 6)],
      ['polygon', windows(100, 60, 5, 2)],
    ]),
  })
  expect(addBridgeWindows([unknown])).toEqual({ whole: undefined, byChain: new Map() })
})

function lately(last24h: Partial<Flow>): WindowFlows {
  const week: Flow = { ...NO_FLOW, depositUsd: 1e9 }
  return {
    ...(Object.fromEntries(WINDOWS.map((name) => [name, week])) as unknown as WindowFlows),
    last24h: { ...NO_FLOW, ...last24h },
  }
}

test('default: the last 24 hours by chain, largest first, ties by key', () => {
  const byChain = new Map([
    ['base', lately({ withdrawUsd: 60 })],
    ['bsc', lately({})],
    ['arbitrum', lately({ depositUsd: 60 })],
    ['ethereum', lately({ depositUsd: 100, withdrawUsd: 20 })],
  ])
  expect(chainVolumes(byChain)).toEqual([
    { chain: 'ethereum', volumeUsd: 60 },
    { chain: 'arbitrum', volumeUsd: 30 },
    { chain: 'base', volumeUsd: 30 },
    { chain: 'bsc', volumeUsd: 0 },
  ])
})

test('behavior: no chains, no rows', () => {
  expect(chainVolumes(new Map())).toEqual([])
})
