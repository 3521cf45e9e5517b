import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FetchWorld } from '../../../../test/support/fetch-world.ts'
import { narrativeMembers } from '../facts.ts'
import { aggregatorCategories } from './aggregator-categories.ts'

// The form is that of a common aggregator; the coins are made up.
const LIST = readFileSync(join(import.meta.dirname, 'recorded/categories-list.json'), 'utf8')
const LIST_PATH = '/coins/categories/list'
const pathOf = (id: string) =>
  `/coins/markets?vs_currency=usd&category=${id}&order=market_cap_desc&per_page=250&page=1`
const coin = (id: string) => ({ id, symbol: id, name: id, current_price: 1, market_cap: 1 })
const sec = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

let world: FetchWorld

beforeEach(async () => {
  world = await FetchWorld.open({ source: aggregatorCategories })
  world.server.put(LIST_PATH, LIST)
  world.server.put(pathOf('meme-token'), [coin('dog'), coin('cat')])
  world.server.put(pathOf('gaming'), [coin('game')])
})

afterEach(() => world.close())

test('default: coins of the categories with our names; those found later count from their day on', async () => {
  await world.cycle('2026-01-13T01:00:00Z')
  expect(world.server.taken()).toEqual([
    `200 ${LIST_PATH}`,
    `200 ${pathOf('gaming')}`,
    `200 ${pathOf('meme-token')}`,
  ])
  world.server.put(pathOf('meme-token'), [coin('frog'), coin('dog')])
  await world.cycle('2026-01-14T01:00:00Z')
  expect(world.server.taken()).toEqual([
    `200 ${LIST_PATH}`,
    `304 ${pathOf('gaming')}`,
    `200 ${pathOf('meme-token')}`,
  ])
  expect(await world.rows(narrativeMembers)).toEqual([
    ['Gaming (GameFi)', 'aggregator:game', null, null],
    ['Meme', 'aggregator:cat', null, null],
    ['Meme', 'aggregator:dog', null, null],
    // The cycle reads the day before.
    ['Meme', 'aggregator:frog', sec('2026-01-13'), null],
  ])
})

test('behavior: what a person ended stays ended', async () => {
  await world.put(narrativeMembers, [
    { category: 'Meme', coin: 'aggregator:dog', fromSec: 0, toSec: sec('2025-01-01') },
  ])
  await world.cycle('2026-01-13T01:00:00Z')
  expect(
    (await world.rows(narrativeMembers)).find(([, name]) => name === 'aggregator:dog'),
  ).toEqual(['Meme', 'aggregator:dog', 0, sec('2025-01-01')])
})

test('behavior: 429 and 503 are waited for', async () => {
  world.server.fail(LIST_PATH, { status: 429, headers: { 'retry-after': '3' } })
  world.server.fail(pathOf('gaming'), { status: 503 }, { truncateAt: 3 })
  expect(await world.cycle('2026-01-13T01:00:00Z')).toBe(1)
  expect(await world.countVersions(narrativeMembers)).toBe(3)
})

test.each([
  ['another form of the list', LIST_PATH, '{}', /list is not a list of categories/],
  ['a category without a name', LIST_PATH, '[{"category_id":"x"}]', /\[0\]\.name is missing/],
  ['another form of the coins', pathOf('gaming'), '{}', /category gaming\) is not a list of coins/],
])('error: %s is named, and nothing is stored', async (_, path, body, message) => {
  world.server.put(path, body)
  await expect(world.cycle('2026-01-13T01:00:00Z')).rejects.toThrow(message)
  expect(await world.countVersions(narrativeMembers)).toBe(0)
})
