import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeEngineDir } from './worker-engine.ts'

const WAIT_MS = 100

/**
 * A data directory that holds the demo world of a clock. The world is made once in a run, by the
 * first test that needs it; every test gets a copy.
 */
export async function makeDemoDir(
  clockIso: string,
  fill: (dataDir: string) => Promise<void>,
): Promise<string> {
  const dataDir = await makeEngineDir()
  const made = join(tmpdir(), `demo-world-${Date.parse(clockIso)}`)
  if (isFirst(`${made}.lock`)) {
    const making = await makeEngineDir()
    await fill(making)
    renameSync(making, made)
  }
  while (!existsSync(made)) await sleep(WAIT_MS)
  cpSync(join(made, 'facts'), join(dataDir, 'facts'), { recursive: true })
  return dataDir
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}
