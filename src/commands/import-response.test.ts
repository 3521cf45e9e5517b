import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { mirrored, routes } from '../app.ts'
import { domains } from '../domains/index.ts'
import { tvlRecords } from '../domains/tvl/facts.ts'
import { sql } from '../lib/sql.ts'
import { guardImport } from '../live/guards/imported/guard-import.ts'
import { readGuardSettings } from '../live/guards/rules/settings.ts'
import type { ImportOptions } from '../runs/import/import-files.ts'
import { importResponse } from '../runs/import/import-response.ts'
import { findResponse } from '../sources/mirror/find-response.ts'

let app: TestApp
const watches = domains.flatMap(({ watch = [] }) => watch)
const responses = mirrored.flatMap((domain) => domain.responses)

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

async function importText(
  url: string,
  content: string | Uint8Array,
  more: Partial<ImportOptions> = {},
) {
  const path = join(app.dataDir, 'answer.json')
  await writeFile(path, content)
  const { store, clock } = app.app
  return importResponse(store, clock, {
    ...findResponse(url, routes, responses),
    options: { files: [path], rejectsDir: app.dataDir, ...more },
    examine: (staged) => guardImport(staged, watches, readGuardSettings()),
  })
}

const HACKS = [
  { date: 1_711_065_600, name: 'Example', amount: '4800000', chain: ['Blast'], bridgeHack: false },
  { date: 1_711_065_600, amount: 1 },
]

test('default: a response of the contract becomes rows of its facts; what cannot be read is named', async () => {
  const summary = await importText('/api/hacks', gzipSync(JSON.stringify(HACKS)))
  expect(summary).toMatchObject({
    operation: 'hacks.list',
    facts: [{ fact: 'hacks', summary: { accepted: 1, rejected: 0 } }],
  })
  expect(summary.problems).toEqual(['answer.json: body[1].name is missing'])
  expect((await app.get('/api/hacks', { pro: true })).body).toMatchObject([
    { name: 'Example', date: 1_711_065_600, amount: 4_800_000, chain: ['Blast'] },
  ])
})

test('behavior: a whole URL will do; the same response again is already known', async () => {
  const again = await importText('https://example.org/api/hacks?x=1', JSON.stringify(HACKS))
  expect(again.facts).toMatchObject([{ fact: 'hacks', summary: { alreadyKnown: true } }])
})

test('behavior: a response about one thing names its facts, and guards examine them', async () => {
  const day = (back: number) => Math.floor(NOW_SEC / 86_400 - back) * 86_400
  const values = [10e6, 10e6, 1e6, 10e6]
  const body = {
    id: '77',
    name: 'Answered',
    chains: ['Ethereum'],
    chainTvls: {
      Ethereum: {
        tvl: values.map((totalLiquidityUSD, index) => ({
          date: day(9 - index),
          totalLiquidityUSD,
        })),
        tokens: [],
        tokensInUsd: [],
      },
    },
    tvl: [],
  }
  const { facts } = await importText('/protocol/answered', JSON.stringify(body))
  const tvl = facts.find(({ fact }) => fact === 'tvl')
  // 1 M of 10 M is 90% less within a day.
  expect(tvl?.summary).toMatchObject({ accepted: 3, held: 1, caught: { holds: 1 } })
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query<{ tvlUsd: number }>(
    sql`SELECT tvlUsd FROM ${snapshot.current(tvlRecords, sql`protocol = '77'`)} ORDER BY atSec`,
  )
  expect(rows.map(({ tvlUsd }) => tvlUsd)).toEqual([10e6, 10e6, 10e6, 10e6])
})

test('error: paths and files that are none', async () => {
  await expect(importText('/api/hakcs', '[]')).rejects.toThrow(
    'No operation has the path /api/hakcs. Did you mean /api/hacks?',
  )
  await expect(importText('/api/hacks', '<html>')).rejects.toThrow('answer.json: not valid JSON')
  await expect(importText('/api/hacks', '{"a":1}')).rejects.toThrow(
    'answer.json: not a response of hacks.list: body is an object instead of a list',
  )
  await expect(importText('/api/hacks', '[]')).rejects.toThrow(
    'no rows in the response of hacks.list',
  )
  await expect(importText('/api/usage/APIKEY', '{}')).rejects.toThrow('Paths with facts:')
})
