import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { nothingSeen, type SeenTransfer } from '../../../sources/model/observations.ts'
import { bridges } from '../facts.ts'
import { bridgeRow } from '../facts-for-tests.ts'
import { remarkBridges } from './remark-bridges.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await app.put(bridges, [{ ...bridgeRow({ id: 12 }) }])
})
afterAll(() => app.stop())

const transfer = (bridge: number): SeenTransfer => ({
  bridge,
  chain: 'base',
  txHash: '0x1',
  logIndex: 0,
  block: null,
  from: '0x1',
  to: '0x2',
  amount: { coin: 'base:0xa', usd: 1 },
  isDeposit: true,
  sourceChain: null,
  atSec: 1,
})

test('default: transfers of a bridge that nobody described are said to show nowhere', async () => {
  const transfers = [transfer(12), transfer(13), transfer(13)]
  const snapshot = app.app.store.snapshot()
  expect(await remarkBridges({ ...nothingSeen(), transfers }, snapshot)).toEqual([
    'No endpoint shows these figures: there is no bridge 13. Import it (`almanac facts bridges`).',
  ])
})
