import { existsSync } from 'node:fs'
import { UsageError } from '../lib/errors.ts'
import { listReceiptsOfRun, type Receipt } from '../live/receipts/receipt.ts'
import type { LiveContext } from '../live/run/live-context.ts'
import { type Verification, verifyRun } from '../live/verify/verify-run.ts'
import { type Live, withNodes } from '../live.ts'
import type { LiveSource } from '../sources/model/live-source.ts'
import type { AdapterRequest } from './adapter-request.ts'
import type { VerifyRequest } from './verify.ts'

/** Makes a run again: on the nodes given and no others, with the module that was addressed then. */
export async function verifyOn(
  live: Live,
  { run, nodes, adapter }: VerifyRequest,
): Promise<Verification> {
  const { context } = live
  const receipts = await listReceiptsOfRun(context.store.snapshot(), run)
  if (receipts.length === 0 || nodes.length === 0)
    return verifyRun(context, await openSources(live, context, { receipts, adapter }), run)
  const other = await withNodes(context, nodesOf(live, receipts, nodes))
  try {
    return await verifyRun(other, await openSources(live, other, { receipts, adapter }), run)
  } finally {
    other.chains.close()
  }
}

interface Wanted {
  receipts: readonly Receipt[]
  /** A module that the user named, instead of the one that was addressed then. */
  adapter: AdapterRequest | null
}

/** Readers of today, and adapters opened anew, so that they ask no other nodes. */
async function openSources(
  live: Live,
  context: LiveContext,
  { receipts, adapter }: Wanted,
): Promise<LiveSource[]> {
  const opened = [...live.sources]
  for (const receipt of receipts) {
    const request = adapter ?? findRequest(receipt)
    if (request === undefined || !receipt.source.startsWith('adapter:')) continue
    const source = await openFor(live, context, { receipt, request })
    if (source.id === receipt.source) opened.unshift(source)
    else if (adapter !== null)
      throw new UsageError(`The run was made by ${receipt.source}, not by ${source.id}.`)
  }
  if (receipts.every(({ source }) => opened.some(({ id }) => id === source))) return opened
  // Receipts of earlier versions do not say where the module was.
  await live.openAdapters()
  return [...opened, ...live.sources]
}

/** How it was addressed; undefined where that is not known or the module is not there any more. */
function findRequest({ address }: Receipt): AdapterRequest | undefined {
  const request = address === null ? undefined : (JSON.parse(address) as AdapterRequest)
  return request !== undefined && existsSync(request.file) ? request : undefined
}

async function openFor(
  live: Live,
  context: LiveContext,
  { receipt, request }: { receipt: Receipt; request: AdapterRequest },
): Promise<LiveSource> {
  const { file, at: _, allowedHosts, ...address } = request
  const setting = live.adaptersFor(context, receipt.knownRun)
  const { openAdapter } = await import('../sources/adapters/adapter-source.ts')
  const allowed = [...new Set([...setting.allowedHosts, ...allowedHosts])]
  return openAdapter(file, { ...setting, ...address, allowedHosts: allowed })
}

/** Nodes by chain; a URL without a chain stands for every chain of the run. */
function nodesOf(
  { sources }: Live,
  receipts: readonly Receipt[],
  nodes: VerifyRequest['nodes'],
): Map<string, readonly string[]> {
  const read = receipts.flatMap(({ blocks }) => blocks.map(({ chain }) => chain))
  const configured = sources
    .filter(({ id }) => receipts.some(({ source }) => source === id))
    .flatMap(({ chains }) => chains)
  const all = new Set([...read, ...configured])
  const found = new Map<string, string[]>()
  for (const { chain, url } of nodes)
    for (const one of chain === '' ? all : [chain]) found.set(one, [...(found.get(one) ?? []), url])
  return found
}
