import { type Dirent, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Folders of a collection that hold no adapters. */
const NOT_MODULES = new Set([
  ...['node_modules', 'helper', 'helpers', 'utils', 'util', 'abi', 'abis', 'test', 'tests'],
  ...['__tests__', 'scripts', 'dist', 'build', 'config', 'cli', 'types', 'docs'],
])
const CODE = /\.[cm]?[jt]s$/
const NOT_CODE = /\.d\.[cm]?ts$|\.(test|spec|config)\.[cm]?[jt]s$/
const INDEX = ['index.js', 'index.ts', 'index.mjs', 'index.cjs', 'index.mts']
const MAX_DEPTH = 8

/**
 * Files of a collection that may be adapters: folders with an index, and files beside such folders.
 * What they turn out to be, only loading tells.
 */
export async function listModules(folder: string): Promise<string[]> {
  const found: string[] = []
  const visit = async (at: string, depth: number): Promise<void> => {
    const entries = await list(at)
    const index = INDEX.find((name) => entries.some((entry) => entry.name === name))
    // A folder with an index is one module; its other files belong to it.
    if (index !== undefined && depth > 0 && !hasModules(at, entries)) {
      found.push(join(at, index))
      return
    }
    for (const entry of entries) {
      const path = join(at, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) await visit(path, depth + 1)
      else if (depth > 0 && entry.isFile() && isCode(entry.name)) found.push(path)
    }
  }
  await visit(folder, isWithinCollection(folder) ? 1 : 0)
  return found.map((path) => relative(folder, path)).sort()
}

/** A folder of modules may have an index that lists them. */
function hasModules(at: string, entries: readonly Dirent[]): boolean {
  return entries.some(
    (entry) => entry.isDirectory() && INDEX.some((name) => existsSync(join(at, entry.name, name))),
  )
}

function isCode(name: string): boolean {
  return CODE.test(name) && !NOT_CODE.test(name) && !name.startsWith('.')
}

/** The root of a checkout has scripts and settings beside its folders, which are not adapters. */
function isWithinCollection(folder: string): boolean {
  return !existsSync(join(folder, 'package.json')) && !existsSync(join(folder, '.git'))
}

async function list(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter(
    (entry) => !entry.name.startsWith('.') && !(entry.isDirectory() && NOT_MODULES.has(entry.name)),
  )
}
