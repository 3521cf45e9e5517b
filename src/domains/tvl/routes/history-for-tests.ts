import type { TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords } from '../facts.ts'
import { at, held, protocolRow, record } from '../facts-for-tests.ts'

/**
 * Six days of a few chains: gaps, a protocol that fell silent, a dead one, and protocols that do
 * not count.
 */
export async function putHistory(app: TestApp): Promise<void> {
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Swap' }),
    protocolRow({ id: '2', name: 'Quiet', category: 'Lending' }),
    protocolRow({ id: '3', name: 'Dead', deadFromSec: at(3) }),
    protocolRow({ id: '4', name: 'Exchange', category: 'CEX' }),
    protocolRow({ id: '5', name: 'Flagged', doubleCounted: true }),
    protocolRow({ id: '6', name: 'Staking', category: 'Liquid Staking' }),
    protocolRow({ id: '7', name: 'Vault', category: 'Yield' }),
    protocolRow({ id: '8', name: 'Small' }),
  ])
  await app.put(tvlRecords, [
    ...record('1', at(5), { ethereum: 100, bsc: 10, 'ethereum-staking': 5_000 }),
    ...record('1', at(5, 6), { ethereum: 999 }),
    ...held(record('1', at(3, 1), { ethereum: 500e9 })),
    ...record('1', at(3, 2), { ethereum: 300 }),
    ...record('1', at(0, 1), { ethereum: 500 }),
    ...record('1', at(0, 11), { ethereum: 700 }),
    ...record('2', at(4), { ethereum: 1_000 }),
    ...record('3', at(4), { ethereum: 70 }),
    ...['4', '5', '6', '7'].flatMap((id) =>
      record(id, at(4), { ethereum: 1_000_000, base: 1_000_000 }),
    ),
    ...record('8', at(2), { wc: 42 }),
    ...record('8', at(1), { wc: 42, optimism: 8 }),
    ...record('8', at(0), { wc: 42, optimism: 8, 'My Chain': 3 }),
  ])
}
