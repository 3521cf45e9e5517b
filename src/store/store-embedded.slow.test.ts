import { rmSync } from 'node:fs'
import { describe } from 'vitest'
import { describeRetention } from '../../test/support/store/retention.ts'
import { describeStore } from '../../test/support/store/suite.ts'
import { makeEngineDir } from '../../test/support/worker-engine.ts'

describe('embedded engine', () => {
  const bench = describeStore(async () => {
    const path = await makeEngineDir()
    return { place: { path }, stop: async () => rmSync(path, { recursive: true, force: true }) }
  })
  describeRetention(bench)
})
