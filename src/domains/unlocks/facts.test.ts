import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { exportFact } from '../../runs/export.ts'
import { importFiles } from '../../runs/import/import-files.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

async function importRows(fact: string, rows: readonly object[]) {
  const path = join(app.dataDir, `${fact}.ndjson`)
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  return importFiles(app.app.store, app.app.clock, { fact, files: [path], rejectsDir: app.dataDir })
}

const ALPHA = JSON.stringify({
  name: 'Alpha',
  token: 'ethereum:0xa1',
  sections: [{ label: 'Rewards', category: 'farming', recorded: true }],
})

test('behavior: a schedule that is no JSON object is held, and the others are served', async () => {
  const summary = await importRows('unlock_schedules', [
    { id: 'alpha', schedule: ALPHA },
    { id: 'beta', schedule: 'not json' },
    { id: 'gamma', schedule: '[]' },
    { id: 'delta', schedule: '{"name": "Delta"}' },
  ])
  expect(summary).toMatchObject({ accepted: 2, rejected: 0, held: 2 })
  const { status, body } = await app.get('/api/emissions', { pro: true })
  expect([status, (body as { name: string }[]).map(({ name }) => name)]).toEqual([200, ['Alpha']])
})

test('behavior: records are numbers from 0 up; one from before there was a chain is held', async () => {
  const row = (atSec: string, unlocked: unknown) => ({
    schedule: 'alpha',
    section: 'Rewards',
    atSec,
    unlocked,
  })
  const summary = await importRows('unlock_records', [
    row('2024-01-01', 5),
    row('2024-01-02', -1),
    row('2024-01-03', 'many'),
    row('2008-12-31', 1),
    row('2024-01-04', 1e19),
  ])
  expect(summary).toMatchObject({ accepted: 1, rejected: 3, held: 1 })
  const { body } = await app.get('/api/emission/alpha', { pro: true })
  expect(body).toMatchObject({
    body: { documentedData: { data: [{ data: [{ timestamp: 1_704_067_200, unlocked: 5 }] }] } },
  })
})

test('behavior: what is exported can be imported again', async () => {
  const parts: Uint8Array[] = []
  await exportFact(app.app.store, {
    fact: 'unlock_schedules',
    format: 'ndjson',
    write: async (bytes) => void parts.push(bytes),
  })
  const path = join(app.dataDir, 'again.ndjson')
  await writeFile(path, Buffer.concat(parts))
  const summary = await importFiles(app.app.store, app.app.clock, {
    fact: 'unlock_schedules',
    files: [path],
    rejectsDir: app.dataDir,
  })
  expect(summary).toMatchObject({ accepted: 2, rejected: 0, held: 0 })
})
