import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords } from '../facts.ts'

const HOUR = 3_600
const TODAY = NOW_SEC - 12 * HOUR

let app: TestApp

const record = (protocol: string, chain: string, atSec: number, tvlUsd: number) => ({
  ...{ protocol, chain, section: 'tvl', atSec, tvlUsd },
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    { id: '1', name: 'Steady', category: 'Dexs' },
    { id: '2', name: 'Young', category: 'Dexs' },
  ])
  await app.put(tvlRecords, [
    // Two days ago on both chains, yesterday nothing, today twice.
    record('1', 'ethereum', TODAY - 48 * HOUR, 10),
    record('1', 'base', TODAY - 48 * HOUR, 5),
    record('1', 'ethereum', TODAY, 30),
    record('1', 'ethereum', TODAY + 11 * HOUR, 31),
    { ...record('1', 'ethereum', TODAY, 7), section: 'staking' },
    record('2', 'base', TODAY + HOUR, 4),
  ])
})
afterAll(() => app.stop())

async function sparks(url: string): Promise<unknown> {
  const { status, body } = await app.get(url)
  expect(status).toBe(200)
  return (body as { name: string; spark?: unknown }[]).map(({ name, spark }) => [name, spark])
}

test('default: the first record of each day, null on days without one, no section', async () => {
  // Steady: 10 + 5, nothing, 30.
  expect(await sparks('/protocols?spark=3')).toEqual([
    ['Steady', [15, null, 30]],
    ['Young', [null, null, 4]],
  ])
})

test('behavior: chains have the values of their charts', async () => {
  const chart = async (chain: string) =>
    (await app.get(`/v2/historicalChainTvl/${chain}`)).body as { date: number; tvl: number }[]
  const days = [TODAY - 24 * HOUR, TODAY]
  const expected = async (chain: string) => {
    const points = new Map((await chart(chain)).map(({ date, tvl }) => [date, tvl]))
    return days.map((day) => points.get(day) ?? null)
  }
  expect(await sparks('/v2/chains?spark=2&sort=name')).toEqual([
    ['Base', await expected('base')],
    ['Ethereum', await expected('ethereum')],
  ])
})

test('behavior: only the rows of a page have a line, and fields keep it', async () => {
  const { body } = await app.get('/protocols?spark=1&limit=1&fields=name')
  expect(body).toEqual([{ name: 'Steady', spark: [30] }])
  expect((await app.get('/protocols')).body).toEqual([
    expect.not.objectContaining({ spark: expect.anything() }),
    expect.not.objectContaining({ spark: expect.anything() }),
  ])
})

test.each(['0', '367', 'x'])('error: 400 for spark=%s', async (days) => {
  expect((await app.get(`/protocols?spark=${days}`)).status).toBe(400)
})
