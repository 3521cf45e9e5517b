import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { UsageError } from '../lib/errors.ts'

/**
 * The socket through which the command line reaches a running server; the file's permissions are
 * the authentication.
 */
export function socketOf(dataDir: string): string {
  return join(dataDir, 'almanac.sock')
}

/** True when another process has the data directory open. */
export function isInUse(dataDir: string): Promise<boolean> {
  const path = socketOf(dataDir)
  if (!existsSync(path)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/**
 * Makes the data directory, for this user only, and clears what a killed process has left in it.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new UsageError(
      `ALMANAC_DATA_DIR: ${dataDir} cannot be made or written (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  if (await isInUse(dataDir)) {
    throw new UsageError(
      `Another Almanac is using ${dataDir}. Stop it first, or set ALMANAC_DATA_DIR to another directory.`,
    )
  }
  rmSync(socketOf(dataDir), { force: true })
}
