import { type Dirent, existsSync, statSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { mapConcurrently } from '../../../lib/batches.ts'
import { UsageError } from '../../../lib/errors.ts'
import type { AdapterOptions } from '../adapter-options.ts'
import { cleanText } from '../clean-text.ts'
import { loadOutline } from '../collect-adapter.ts'
import { findKind, listChains } from '../detect-kind.ts'
import { listEntries } from '../entries.ts'
import { findCheckout } from '../find-checkout.ts'
import type { AdapterKind, HostResult } from '../messages.ts'

/** What a collection holds, and why some of it does not load. */
export interface CollectionCheck {
  /** Files that are adapters or hold some, and those that do not load. */
  modules: number
  loaded: number
  /** Files without an adapter, such as helpers: they count as nothing. */
  withoutAdapter: number
  /** Adapters by shape; entries of a module count each. */
  kinds: Partial<Record<AdapterKind | 'ended', number>>
  causes: { cause: string; modules: string[]; example: string }[]
  /** Chains that modules name and data/chains.json lacks, with how many adapters read them. */
  missingChains: { chain: string; adapters: number }[]
}

export interface CheckRequest {
  folder: string
  /** How many modules, spread evenly; null: all. */
  sample: number | null
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined
}

type Exports = HostResult['outline']
type Checked = { path: string; adapters: Exports[] } | { path: string; error: string }

/** Loads and classifies the modules of a collection, each in its own process, several at once. */
export async function checkCollection(
  { folder, sample, onProgress }: CheckRequest,
  options: AdapterOptions,
): Promise<CollectionCheck> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`${folder} is not a folder; name the checkout of a collection`)
  const root = await realpath(folder)
  const files = spread(await listModules(root), sample)
  if (files.length === 0) throw new UsageError(`${folder} has no modules`)
  let done = 0
  const checked = await mapConcurrently(files, availableParallelism(), async (path) => {
    options.stopping?.throwIfAborted()
    const result = await checkModule(root, path, options)
    onProgress?.({ done: ++done, total: files.length })
    return result
  })
  return summarize(checked, options.isChain)
}

/** Evenly spread over the sorted list, so that the same sample is taken again. */
function spread(files: readonly string[], count: number | null): string[] {
  if (count === null || count >= files.length) return [...files]
  return Array.from(
    { length: count },
    (_, index) => files.slice(Math.floor((index * files.length) / count))[0],
  ).filter((file) => file !== undefined)
}

async function checkModule(root: string, path: string, options: AdapterOptions): Promise<Checked> {
  try {
    const { outline } = await loadOutline(await findCheckout(join(root, path)), options)
    const entries = [...listEntries(outline).values()]
    const own = findKind(outline) === undefined && !('deadFrom' in outline) ? [] : [outline]
    return { path, adapters: entries.length > 0 ? entries : own }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { path, error: error.message.replaceAll(`${root}/`, '') }
  }
}

function summarize(
  checked: readonly Checked[],
  isChain: (name: string) => boolean,
): CollectionCheck {
  const failed = checked.filter((one) => 'error' in one)
  const loaded = checked.filter((one) => 'adapters' in one && one.adapters.length > 0)
  const adapters = loaded.flatMap((one) => ('adapters' in one ? one.adapters : []))
  const kinds = adapters.map((one) => findKind(one) ?? 'ended')
  const causes = [...Map.groupBy(failed, ({ error }) => loadCause(error))].map(([cause, own]) => ({
    cause,
    modules: own.map(({ path }) => path),
    example: cleanText(own[0]?.error.split('\n')[0] ?? cause, 300),
  }))
  return {
    modules: failed.length + loaded.length,
    loaded: loaded.length,
    withoutAdapter: checked.length - failed.length - loaded.length,
    kinds: countBy(kinds),
    causes: causes.sort((a, b) => b.modules.length - a.modules.length),
    missingChains: listMissing(adapters, isChain),
  }
}

function listMissing(
  adapters: readonly Exports[],
  isChain: (name: string) => boolean,
): CollectionCheck['missingChains'] {
  const named = adapters.flatMap((one) => {
    const kind = findKind(one)
    return kind === undefined ? [] : [...new Set(listChains(kind, one))]
  })
  const missing = countBy(named.filter((chain) => !isChain(chain)).map((one) => cleanText(one, 60)))
  return Object.entries(missing)
    .map(([chain, count]) => ({ chain, adapters: count }))
    .sort((a, b) => b.adapters - a.adapters || (a.chain < b.chain ? -1 : 1))
}

function countBy<Name extends string>(names: readonly Name[]): Record<Name, number> {
  const groups = Map.groupBy(names, (name) => name)
  return Object.fromEntries([...groups].map(([name, own]) => [name, own.length])) as Record<
    Name,
    number
  >
}

const CAUSES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/is a link that leaves the checkout/, () => 'a link leaves the checkout'],
  [/Cannot find (?:module|package) '([^']+)'/, ([, name = '']) => missing(name)],
  [/ERR_DLOPEN|native code|\.node\b|Native extension/, () => 'needs native code'],
  [/an adapter may not (use [\w:/]+)/, ([, what = '']) => `may not ${what}`],
  [/has no files, programs or network|ERR_ACCESS_DENIED/, () => 'needs files or programs'],
  [/took longer than/, () => 'takes too long to load'],
  [/memory/, () => 'needs more memory'],
  [/SyntaxError|Unexpected|Transform failed|is not valid/, () => 'is not valid code'],
  [/hosts it may not reach: ([^\s,]+)/, ([, host = '']) => `asks ${host} while it is loaded`],
  [/process ended by itself|closed its channel/, () => 'ends its process while it is loaded'],
]

/** Why a module does not load, in words that many modules share. */
export function loadCause(message: string): string {
  for (const [pattern, describe] of CAUSES) {
    const found = pattern.exec(message)
    if (found !== null) return describe(found)
  }
  return 'throws while it is loaded'
}

function missing(name: string): string {
  if (/^[./]/.test(name)) return 'a file of its own is missing'
  const parts = name.split('/')
  const packageName = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/')
  return `the package ${packageName} is not installed`
}

/** Folders of a collection that hold no adapters. */
const NOT_MODULES = new Set([
  ...['node_modules', 'helper', 'helpers', 'utils', 'util', 'abi', 'abis', 'test', 'tests'],
  ...['__tests__', 'scripts', 'dist', 'build', 'config', 'cli', 'types', 'docs'],
])
const CODE = /\.[cm]?[jt]s$/
const NOT_CODE = /\.d\.[cm]?ts$|\.(test|spec|config)\.[cm]?[jt]s$/
const INDEX = ['index.js', 'index.ts', 'index.mjs', 'index.cjs', 'index.mts']
const MAX_DEPTH = 8

/** Files that may be adapters: folders with an index, and files beside them. Only loading tells. */
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
