import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Chain } from '../chains.ts'
import { compareChains, readRegistry } from './chain-registry.ts'

// The form of the public registry of EVM chains; the chains are made up but for the first.
const recorded: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, 'recorded/chain-registry.json'), 'utf8'),
)
const chain = (name: string, chainId: number | null, gasToken: string | null): Chain => ({
  key: name.toLowerCase(),
  name,
  chainId,
  gasToken,
  aggregatorId: null,
  rankingSiteId: null,
  aliases: [],
  caseSensitive: false,
})

test('default: a chain that agrees is not named; all that differs is', () => {
  const ours = [
    chain('Ethereum', 1, 'ETH'),
    chain('Oldname', 20, 'OLD'),
    chain('Wanderer', null, null),
    chain('Elsewhere', 99, 'ELS'),
    chain('Solana', null, 'SOL'),
  ]
  const { compared, differences, corrected } = compareChains(ours, readRegistry(recorded))
  expect(compared).toBe(5)
  expect(differences).toEqual([
    'Oldname: is called Renamed Network in the registry',
    'Oldname: gas token OLD here, NEW in the registry',
    'Wanderer: has no chain id here; the registry has 30',
    'Wanderer: gas token unknown here, WND in the registry',
    'Wanderer: is deprecated in the registry',
    'Elsewhere: chain id 99 is not in the registry',
  ])
  const lines = corrected.split('\n')
  expect(lines[1]).toBe(
    '  { "key": "ethereum", "name": "Ethereum", "chainId": 1, "gasToken": "ETH", "aggregatorId": null, "rankingSiteId": null, "aliases": [], "caseSensitive": false, "explorer": "https://scan.example" },',
  )
  expect(JSON.parse(corrected)).toMatchObject([
    { chainId: 1 },
    { name: 'Oldname', gasToken: 'NEW' },
    { chainId: 30, gasToken: 'WND' },
    { chainId: 99, gasToken: 'ELS' },
    { chainId: null, gasToken: 'SOL' },
  ])
})
