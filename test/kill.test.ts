import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { killWriters } from './support/kill/kill-writers.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'almanac-kill-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('behavior: after 4 kills every acknowledged run is there in full and nothing else is', () =>
  killWriters(dataDir, 4))
