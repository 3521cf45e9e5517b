import { existsSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../../../lib/errors.ts'
import { mapConcurrently } from '../../chain/batches.ts'
import type { AdapterOptions } from '../adapter-options.ts'
import { cleanText } from '../clean-text.ts'
import { gatewayFor, host } from '../collect-adapter.ts'
import { findKind, listChains } from '../detect-kind.ts'
import { listEntries } from '../entries.ts'
import { findCheckout, refusePrivateFolders } from '../find-checkout.ts'
import type { AdapterKind, HostResult } from '../messages.ts'
import { listModules } from './list-modules.ts'
import { loadCause } from './load-cause.ts'

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
    const place = await findCheckout(join(root, path))
    await refusePrivateFolders(place, options.privateFolders)
    const { outline } = await host(
      place,
      { kind: null, chains: [], atSec: 0, fromSec: 0 },
      { options, gateway: gatewayFor(options, null), cache: null },
    )
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
