import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { facts } from '../../src/app.ts'
import { DEMO_DAYS } from '../../src/demo/demo-range.ts'
import { createDemo } from '../../src/demo/demo-world.ts'
import { demoParts } from '../../src/demo/index.ts'
import { createClock } from '../../src/lib/clock.ts'
import { Store } from '../../src/store/store.ts'
import { makeEngineDir } from './worker-engine.ts'

const WAIT_MS = 100
/** Enough for most tests: figures are functions of time, so a shorter history has the same ones. */
export const RECENT_DAYS = 90

/**
 * Puts the demo world, or its last days, into an empty data directory. It is made once in a run, by
 * the first test that needs it; every test gets a copy.
 */
export async function putDemo(
  dataDir: string,
  clockIso: string,
  recordedDays = DEMO_DAYS,
): Promise<void> {
  const made = join(tmpdir(), `demo-world-${Date.parse(clockIso)}-${recordedDays}`)
  if (isFirst(`${made}.lock`)) {
    const making = await makeEngineDir()
    const store = await Store.open({ facts, path: join(making, 'facts') })
    await createDemo(store, createClock(clockIso), demoParts, { recordedDays })
    await store.close()
    renameSync(making, made)
  }
  while (!existsSync(made)) await sleep(WAIT_MS)
  cpSync(join(made, 'facts'), join(dataDir, 'facts'), { recursive: true })
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}
