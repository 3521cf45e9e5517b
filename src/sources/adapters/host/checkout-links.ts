import {
  accessSync,
  constants,
  type Dirent,
  readdirSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Node's permissions follow links to wherever they lead. So a checkout with one that leaves it is
 * refused as a whole, before any of its code runs.
 */
export function refuseLeavingLinks(checkout: string): void {
  const root = realpathSync(checkout)
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of listEntries(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isSymbolicLink() && !staysIn(root, path))
        throw new Error(
          `${path.slice(root.length + 1)} is a link that leaves the checkout (to ${readlinkSync(path)}): remove it`,
        )
    }
  }
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // What this process may not enter, its module cannot read either.
    if (!canEnter(folder)) return []
    throw error
  }
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a link leads to; of a broken one, where it would. */
function staysIn(root: string, link: string): boolean {
  const target = findTarget(link) ?? resolve(dirname(link), readlinkSync(link))
  return target === root || target.startsWith(`${root}/`)
}

function findTarget(link: string): string | undefined {
  try {
    return realpathSync(link)
  } catch {
    return undefined
  }
}
