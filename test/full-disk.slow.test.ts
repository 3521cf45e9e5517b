import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DiskPlace } from './support/kill/disk-importer.ts'
import type { Found } from './support/kill/found.ts'
import { killLater, said } from './support/kill/kill-later.ts'
import { mountSmallDisk, unmount } from './support/kill/small-disk.ts'
import { MissingPart } from './support/missing-part.ts'

const IMPORTER = join(import.meta.dirname, 'support', 'kill', 'disk-importer.ts')
/** The rows of the stage become part of the table: taking them back needs room. */
const ATTACHING = 10
const folder = mkdtempSync(join(tmpdir(), 'almanac-full-'))
const mount = join(folder, 'disk')
const outside = join(folder, 'outside')
let isMounted = false

beforeAll(() => {
  for (const path of [mount, outside]) mkdirSync(path)
  const reason = mountSmallDisk(mount)
  if (reason !== undefined) throw new MissingPart('small disk', `run them as root: ${reason}`)
  isMounted = true
})
afterAll(() => {
  if (isMounted) unmount(mount)
  rmSync(folder, { recursive: true, force: true })
})

function live(options: Pick<DiskPlace, 'fullAtStep' | 'isKilled'>) {
  return killLater(IMPORTER, [JSON.stringify({ mount, outside, ...options })])
}

test('behavior: an import that finds the disk full is refused, survives a kill and a start, and is taken back when there is room', async () => {
  const life = await live({ fullAtStep: ATTACHING, isKilled: true })
  const [full] = said<{ what: string }>(life, 'full')
  expect(full?.what).toContain('ATTACH PARTITION')
  expect(said(life, 'refused')).toEqual([
    {
      name: 'first',
      message: expect.stringMatching(
        /^The disk has no room to rewrite \d MB of fact_left_side: \d MB are free\. Make room/,
      ),
    },
  ])
  expect(said<Found>(life, 'read')[0]?.visible).toEqual([])

  const next = await live({ fullAtStep: 0, isKilled: false })
  // As full as before: the store opens, and the rows of the run that was refused are not served.
  const [found] = said<Found>(next, 'found')
  expect(found).toMatchObject({ visible: [], committed: [], unfinished: [1] })
  const [after] = said<Found>(next, 'after')
  expect(after).toMatchObject({
    left: [{ run: 2, rows: 5_000 }],
    visible: [2],
    unfinished: [],
    stages: [],
  })
  expect(next.code).toBe(0)
})
