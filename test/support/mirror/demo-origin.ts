import { join } from 'node:path'
import { facts } from '../../../src/app.ts'
import { createDemo } from '../../../src/demo/demo-world.ts'
import { demoParts } from '../../../src/demo/index.ts'
import { createClock } from '../../../src/lib/clock.ts'
import { Store } from '../../../src/store/store.ts'
import { Program } from '../program.ts'
import { NOW_ISO, TEST_KEY } from '../test-app.ts'
import { makeEngineDir } from '../worker-engine.ts'

export interface Origin {
  program: Program
  url: string
  key: string
}

/** A service of its own with the last days of the demo world. */
export async function startDemoOrigin(size: {
  recordedDays: number
  share: number
}): Promise<Origin> {
  const program = new Program({
    ALMANAC_CLOCK: NOW_ISO,
    ALMANAC_BOOTSTRAP_KEY: TEST_KEY,
    ALMANAC_FREE_RATE: '1000000',
    ALMANAC_PRO_RATE: '1000000',
    ALMANAC_PRO_CREDITS: '100000000',
  })
  // The worker's engine makes way: there is one data directory at a time in a process.
  await makeEngineDir()
  const store = await Store.open({ facts, path: join(program.dataDir, 'facts') })
  await createDemo(store, createClock(NOW_ISO), demoParts, size)
  await store.close()
  const { origin: url } = await program.serve()
  return { program, url, key: TEST_KEY }
}
