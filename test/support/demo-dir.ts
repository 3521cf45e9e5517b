import { cpSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { facts } from '../../src/app.ts'
import { DEMO_DAYS } from '../../src/demo/demo-range.ts'
import { createDemo } from '../../src/demo/demo-world.ts'
import { demoParts } from '../../src/demo/index.ts'
import { createClock } from '../../src/lib/clock.ts'
import { Store } from '../../src/store/store.ts'
import { doOnce } from './do-once.ts'
import { makeEngineDir } from './worker-engine.ts'

/** A part of the demo world: its last days, and a share of its names. */
export interface DemoSize {
  recordedDays: number
  share: number
}

const WHOLE: DemoSize = { recordedDays: DEMO_DAYS, share: 1 }
/** Enough for most tests: what is left out changes no figure of what is left. */
export const SMALL_DEMO: DemoSize = { recordedDays: 90, share: 0.12 }
/** All names, for lists that must be long. */
export const RECENT_DEMO: DemoSize = { recordedDays: 90, share: 1 }

/**
 * Puts the demo world, or a part of it, into an empty data directory. Each size is made once in a
 * run, by the first test that needs it; every test gets a copy.
 */
export async function putDemo(dataDir: string, clockIso: string, size = WHOLE): Promise<void> {
  const name = [Date.parse(clockIso), size.recordedDays, size.share].join('-')
  const made = join(tmpdir(), `demo-world-${name}`)
  await doOnce(`${made}.done`, async () => {
    const making = await makeEngineDir()
    const store = await Store.open({ facts, path: join(making, 'facts') })
    await createDemo(store, createClock(clockIso), demoParts, size)
    await store.close()
    renameSync(making, made)
  })
  cpSync(join(made, 'facts'), join(dataDir, 'facts'), { recursive: true })
}
