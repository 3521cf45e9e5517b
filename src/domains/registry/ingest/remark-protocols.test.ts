import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { type Flow, type Holding, nothingSeen } from '../../../sources/model/observations.ts'
import { protocols } from '../facts.ts'
import { protocolRow } from '../protocol-row.ts'
import { remarkProtocols } from './remark-protocols.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Example Swap', category: 'Dexs' }),
    protocolRow({ id: '2', name: 'Big Exchange', category: 'CEX' }),
    protocolRow({ id: '3', name: 'Wrapped Twice', category: 'Dexs', doubleCounted: true }),
    protocolRow({ id: 'parent#swap', name: 'Swap' }),
  ])
})
afterAll(() => app.stop())

const holding = (protocol: string): Holding => ({
  protocol,
  chain: 'base',
  section: 'tvl',
  amount: { usd: 1 },
  atSec: 1,
})
const flow = (protocol: string): Flow => ({
  protocol,
  metric: 'fees',
  dataType: 'dailyFees',
  version: '',
  chain: 'base',
  label: '',
  amount: { usd: 1 },
  atSec: 1,
})
const remark = (holders: string[], earners: string[] = []) =>
  remarkProtocols(
    { ...nothingSeen(), holdings: holders.map(holding), flows: earners.map(flow) },
    app.app.store.snapshot(),
  )

test('default: what shows everywhere needs no remark', async () => {
  expect(await remark(['1'], ['1', '2', 'chain#base'])).toEqual([])
  expect(await remark([])).toEqual([])
})

test('behavior: a protocol that nobody described, and a parent, show nowhere', async () => {
  expect(await remark(['9'], ['parent#swap'])).toEqual([
    'No endpoint shows these figures: there is no protocol "9". Give it a name with "about" in its file, or import it (`almanac facts protocols`).',
    'No endpoint shows these figures: "parent#swap" is a parent, whose figures are those of its children.',
  ])
})

test('behavior: a value that the totals of chains leave out is said to be', async () => {
  expect(await remark(['2', '3'])).toEqual([
    'Big Exchange has the category CEX: its own endpoints show its value, the totals of chains leave it out.',
    'Wrapped Twice counts doubly: its own endpoints show its value, the totals of chains leave it out.',
  ])
})
