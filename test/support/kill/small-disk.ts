import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const SIZE = '96m'
const BLOCK_SIZES = [1 << 20, 1 << 12, 1]

/** Undefined when a small disk is there, else why not. */
export function mountSmallDisk(path: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', path], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `a small disk cannot be mounted (${(error as Error).message.split('\n')[0]})`
  }
}

/** Also when a process that is about to end still has files open on it. */
export function unmount(path: string): void {
  execFileSync('umount', ['--lazy', path])
}

/** Leaves not a byte. */
export function fillDisk(mount: string): void {
  const file = openSync(ballastOf(mount), 'w')
  for (const size of BLOCK_SIZES) {
    const block = Buffer.alloc(size)
    try {
      for (;;) writeSync(file, block)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
}

export function makeRoom(mount: string): void {
  rmSync(ballastOf(mount), { force: true })
}

function ballastOf(mount: string): string {
  return join(mount, 'ballast')
}
