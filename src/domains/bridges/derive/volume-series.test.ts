import { expect, test } from 'vitest'
import { DailyFlows, type Flow, NO_FLOW } from './flow.ts'
import { type BridgeFlows, volumeSeries } from './volume-series.ts'

const flow = (
  depositUsd: number,
  withdrawUsd: number,
  depositTxs: number,
  withdrawTxs: number,
): Flow => ({
  depositUsd,
  withdrawUsd,
  depositTxs,
  withdrawTxs,
})

function days(firstDay: number, ...flows: Flow[]): DailyFlows {
  return new DailyFlows(
    firstDay,
    flows.map((one) => ({ ...one, lastSec: 0 })),
  )
}

const twoSided: BridgeFlows = {
  destinationChain: null,
  chains: new Map([
    ['base', days(101, flow(0, 50, 0, 1))],
    ['ethereum', days(100, flow(80, 0, 2, 0), flow(50, 10, 1, 1))],
  ]),
}
const oneSided: BridgeFlows = {
  destinationChain: 'polygon',
  chains: new Map([['ethereum', days(101, flow(7, 3, 4, 2))]]),
}

test('default: all chains and bridges, from the first day to the last one asked for', () => {
  expect(volumeSeries([twoSided, oneSided], undefined, 103)).toEqual([
    { day: 100, flow: flow(80, 0, 2, 0) },
    // Base 0/50, Ethereum 50/10 and 7/3.
    { day: 101, flow: flow(57, 63, 5, 4) },
    { day: 102, flow: NO_FLOW },
    { day: 103, flow: NO_FLOW },
  ])
})

test('default: one chain takes what is recorded on it', () => {
  expect(volumeSeries([twoSided, oneSided], 'ethereum', 101)).toEqual([
    { day: 100, flow: flow(80, 0, 2, 0) },
    { day: 101, flow: flow(57, 13, 5, 3) },
  ])
})

test('default: at an unseen destination the flows are inverted', () => {
  // 7 went into the bridge on Ethereum, so 7 came out of it here.
  expect(volumeSeries([twoSided, oneSided], 'polygon', 101)).toEqual([
    { day: 101, flow: flow(3, 7, 2, 4) },
  ])
})

test('behavior: a destination with transfers of its own is not counted twice', () => {
  const seen: BridgeFlows = {
    destinationChain: 'polygon',
    chains: new Map([
      ['ethereum', days(101, flow(7, 3, 4, 2))],
      ['polygon', days(101, flow(3, 6.5, 2, 4))],
    ]),
  }
  expect(volumeSeries([seen], 'polygon', 101)).toEqual([{ day: 101, flow: flow(3, 6.5, 2, 4) }])
  expect(volumeSeries([seen], undefined, 101)).toEqual([{ day: 101, flow: flow(10, 9.5, 6, 6) }])
})

test('behavior: days that are not over yet, chains without transfers, no bridges: nothing', () => {
  expect(volumeSeries([twoSided], undefined, 99)).toEqual([])
  expect(volumeSeries([twoSided, oneSided], 'solana', 103)).toEqual([])
  expect(volumeSeries([], undefined, 103)).toEqual([])
})

test('behavior: a gap between two days is 0', () => {
  const gap: BridgeFlows = {
    destinationChain: null,
    chains: new Map([['base', days(100, flow(1, 0, 1, 0), NO_FLOW, flow(0, 2, 0, 1))]]),
  }
  expect(volumeSeries([gap], 'base', 102).map((point) => point.flow)).toEqual([
    flow(1, 0, 1, 0),
    NO_FLOW,
    flow(0, 2, 0, 1),
  ])
})
