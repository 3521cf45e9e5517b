import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The user that owns nothing, on Linux and elsewhere. */
const NOBODY = process.platform === 'darwin' ? -2 : 65_534

export interface HostUser {
  uid: number
  gid: number
}

/**
 * Whom adapter processes run as when the service runs as root: nobody, if that user can read what
 * the process needs. Null: as the service itself.
 */
export async function findHostUser(
  readable: readonly string[],
  entered: readonly string[],
): Promise<HostUser | null> {
  if (process.getuid?.() !== 0) return null
  const open = await Promise.all([...readable.map(isOpenToAll), ...entered.map(canAllEnter)])
  return open.every((isOpen) => isOpen) ? { uid: NOBODY, gid: NOBODY } : null
}

/** Whether everybody may read a file or folder, and enter the folders above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  return (mode & 0o004) !== 0 && canAllEnter(dirname(path))
}

async function canAllEnter(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false
  return dirname(folder) === folder || canAllEnter(dirname(folder))
}
