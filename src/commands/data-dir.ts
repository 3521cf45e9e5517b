import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UsageError } from '../lib/errors.ts'
import { WORK_FOLDER_PREFIX } from '../runs/import/files/work-folder.ts'

/** Holds the demo world's key. */
export const DEMO_KEY_FILE = 'demo-key'

const SOCKET_NAME = 'almanac.sock'
// The shortest limit of the systems that this runs on, less the byte that ends the path.
const MAX_SOCKET_PATH_BYTES = 103

/** The socket of a running server; the file's permissions are the authentication. */
export function socketOf(dataDir: string): string {
  return join(dataDir, SOCKET_NAME)
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

/** Makes the data directory, for this user only; says in one line why it cannot be used. */
export function makeDataDir(dataDir: string): void {
  try {
    // Where nothing can be made, as in /proc, Node would try parent folders for ever.
    const recursive = !existsSync(dirname(dataDir))
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new UsageError(
      `ALMANAC_DATA_DIR: ${dataDir} cannot be made or written (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

/** Takes the data directory for this process, and clears what a killed one has left in it. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  if (Buffer.byteLength(socketOf(dataDir)) > MAX_SOCKET_PATH_BYTES)
    throw new UsageError(
      `ALMANAC_DATA_DIR: ${dataDir} is longer than the ${MAX_SOCKET_PATH_BYTES - SOCKET_NAME.length - 1} bytes that a socket in it allows. Choose a shorter path.`,
    )
  makeDataDir(dataDir)
  if ((await isInUse(dataDir)) || !lock(dataDir)) {
    throw new UsageError(
      `Another Almanac is using ${dataDir}. Stop it first, or set ALMANAC_DATA_DIR to another directory.`,
    )
  }
  rmSync(socketOf(dataDir), { force: true })
  removeLeftovers(dataDir)
}

let held: DatabaseSync | undefined

/** Of two processes that start together one gets the lock; its end, even a crash, gives it back. */
function lock(dataDir: string): boolean {
  const database = new DatabaseSync(join(dataDir, 'almanac.lock'), { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch {
    database.close()
    return false
  }
  held = database
  return held.isTransaction
}

/** Copies of files that killed imports and exports have left: nobody uses them any more. */
function removeLeftovers(dataDir: string): void {
  const rejects = join(dataDir, 'rejects')
  const copies = existsSync(rejects)
    ? readdirSync(rejects).filter((name) => name.startsWith(WORK_FOLDER_PREFIX))
    : []
  for (const path of [join(dataDir, 'spool'), ...copies.map((name) => join(rejects, name))])
    rmSync(path, { recursive: true, force: true })
}
