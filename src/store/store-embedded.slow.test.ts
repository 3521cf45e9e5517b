import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { describeStore } from '../../test/support/store/suite.ts'

describe('embedded engine', () => {
  describeStore(async () => {
    const path = mkdtempSync(join(tmpdir(), 'almanac-store-'))
    return { place: { path }, stop: async () => rmSync(path, { recursive: true, force: true }) }
  })
})
