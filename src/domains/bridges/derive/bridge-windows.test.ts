import { expect, test } from 'vitest'
import { addBridgeWindows, bridgeWindows } from './bridge-windows.ts'
import type { Flow } from './flow.ts'
import { WINDOWS, type WindowFlows } from './window-flows.ts'

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
