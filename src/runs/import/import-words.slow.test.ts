import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from './store-for-tests.ts'

let it: TestStore

beforeAll(async () => {
  it = await openTestStore()
})

afterAll(() => it.close())

const HEADER = 'chain,pool,atSec,users,stable\n'

test('behavior: chains that nobody knows are rejected with a suggestion; known ones by any spelling are not', async () => {
  const path = await it.file('p.csv', `${HEADER}ETH,a,1,5,true\nbaze,b,1,5,true\nmoon,c,1,5,true\n`)
  const summary = await it.import('pools', path)
  expect(summary).toMatchObject({ accepted: 1, rejected: 2 })
  expect((await it.rejects(summary)).map(({ row, chain, reason }) => [row, chain, reason])).toEqual(
    [
      [2, 'baze', 'chain: no chain is called "baze" (did you mean Base? --allow-new accepts it)'],
      [3, 'moon', 'chain: no chain is called "moon" (--allow-new accepts it)'],
    ],
  )
  await expect(it.import('pools', path, { strict: true })).rejects.toThrow(
    'p.csv, row 2: chain: no chain is called "baze"',
  )
})

test('behavior: --allow-new accepts them, and what is in the store is known from then on', async () => {
  const path = await it.file('q.csv', `${HEADER}moon,c,1,5,true\n`)
  await expect(it.import('pools', path)).rejects.toThrow('no chain is called "moon"')
  expect(await it.import('pools', path, { allowNew: true })).toMatchObject({ accepted: 1 })
  const later = await it.file('r.csv', `${HEADER}moon,c,2,5,true\nmars,c,2,5,true\n`)
  expect(await it.import('pools', later)).toMatchObject({ accepted: 1, rejected: 1 })
})

test('behavior: every word of a list counts; an empty list has none', async () => {
  const rows = [
    { name: 'A', atSec: 5, lossUsd: 1, chains: [] },
    { name: 'B', atSec: 5, lossUsd: 1, chains: ['eth', 'base'] },
    { name: 'C', atSec: 5, lossUsd: 1, chains: ['eth', "o'dd"] },
    { name: 'D', atSec: 'x', lossUsd: 1 },
  ]
  const summary = await it.import('incidents', await it.file('i.json', JSON.stringify(rows)))
  expect(summary).toMatchObject({ accepted: 2, rejected: 2 })
  expect((await it.rejects(summary)).map(({ row, reason }) => [row, reason])).toEqual([
    [3, `chains: no chain is called "o'dd" (--allow-new accepts it)`],
    [4, 'atSec: not a time ("x")'],
  ])
})

test('behavior: a dry run shows rows that would be stored, none that would be rejected', async () => {
  const rows = ['eth,a,9,5,true', 'venus,b,9,5,true', 'eth,c,9,x,true', 'eth,d,9,1,true']
  const path = await it.file(
    's.csv',
    `${HEADER}${rows.join('\n')}\neth,d,9,2,true\nbase,e,9,5,true\n`,
  )
  const { preview, accepted, rejected } = await it.import('pools', path, { dryRun: true })
  // Of six rows one has an unknown chain, one no number, and two contradict each other.
  expect({ accepted, rejected }).toEqual({ accepted: 2, rejected: 4 })
  expect(preview?.rows.map(({ pool }) => pool)).toEqual(['a', 'e'])
  expect(preview?.rejects.map(({ place }) => place)).toEqual(
    [2, 3, 4, 5].map((row) => `s.csv, row ${row}`),
  )
})
