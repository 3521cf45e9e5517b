import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 100

/**
 * Does something once, in whichever process comes first; the others wait until it is done, and one
 * of them does it where the first one failed or ended. `mark` is a file that says that it is done.
 */
export async function doOnce(mark: string, work: () => Promise<void>): Promise<void> {
  const lock = `${mark}.lock`
  while (!existsSync(mark)) {
    if (!takes(lock)) {
      if (!isAtWork(lock)) rmSync(lock, { force: true })
      await sleep(WAIT_MS)
      continue
    }
    try {
      await work()
      writeFileSync(mark, '')
    } finally {
      rmSync(lock, { force: true })
    }
  }
}

function takes(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

function isAtWork(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch (error) {
    // The lock may just have been given back.
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
