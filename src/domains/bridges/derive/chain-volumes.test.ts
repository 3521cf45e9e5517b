import { expect, test } from 'vitest'
import { chainVolumes } from './chain-volumes.ts'
import { type Flow, NO_FLOW } from './flow.ts'
import { WINDOWS, type WindowFlows } from './window-flows.ts'

function windows(last24h: Partial<Flow>): WindowFlows {
  const week: Flow = { ...NO_FLOW, depositUsd: 1e9 }
  return {
    ...(Object.fromEntries(WINDOWS.map((name) => [name, week])) as unknown as WindowFlows),
    last24h: { ...NO_FLOW, ...last24h },
  }
}

test('default: the last 24 hours by chain, largest first, ties by key', () => {
  const byChain = new Map([
    ['base', windows({ withdrawUsd: 60 })],
    ['bsc', windows({})],
    ['arbitrum', windows({ depositUsd: 60 })],
    ['ethereum', windows({ depositUsd: 100, withdrawUsd: 20 })],
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
