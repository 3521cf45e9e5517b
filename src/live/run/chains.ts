import { UsageError } from '../../lib/errors.ts'
import type {
  BlockRef,
  ChainClient,
  ChainSettings,
  EndpointHealth,
} from '../../sources/chain/chain.ts'
import { NotYetError } from '../../sources/model/live-source.ts'

/** All chains that have nodes, each opened when it is first needed. */
export class Chains {
  readonly #settings: ReadonlyMap<string, ChainSettings>
  readonly #create: (settings: ChainSettings) => ChainClient
  readonly #open = new Map<string, ChainClient>()

  constructor(
    settings: readonly ChainSettings[],
    create: (settings: ChainSettings) => ChainClient,
  ) {
    this.#settings = new Map(settings.map((one) => [one.chain, one]))
    this.#create = create
  }

  get(chain: string): ChainClient {
    const settings = this.#settings.get(chain)
    if (settings === undefined)
      throw new UsageError(
        `There is no node for ${chain}. Set ${variableOf(chain)} to the URLs of its nodes, separated by commas.`,
      )
    return this.#open.getOrInsertComputed(chain, () => this.#create(settings))
  }

  has(chain: string): boolean {
    return this.#settings.has(chain)
  }

  /** Chains that have nodes. */
  keys(): Set<string> {
    return new Set(this.#settings.keys())
  }

  /** The state of the nodes of chains that were used. */
  listHealth(): (EndpointHealth & { chain: string })[] {
    return [...this.#open.values()].flatMap((client) =>
      client.health().map((node) => ({ chain: client.chain, ...node })),
    )
  }

  close(): void {
    for (const client of this.#open.values()) client.close()
    this.#open.clear()
  }
}

/** The environment variable that names a chain's nodes. */
export function variableOf(chain: string): string {
  return `ALMANAC_RPC_${chain.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
}

/** The last block before a time, which must be safe; with `newest` the last safe one. */
export async function pinBlock(
  client: ChainClient,
  atSec: number,
  newest: boolean,
): Promise<BlockRef> {
  const safe = await client.safeHead()
  if (newest) return safe
  if (safe.timestampSec >= atSec) return client.blockAt(atSec - 1)
  const head = await client.head()
  // Where the chain stands still, its last block is also the last before the time.
  if (head.number === safe.number && head.timestampSec < atSec) return head
  throw new NotYetError(
    `The block of ${client.chain} at ${new Date(atSec * 1000).toISOString()} is not safe yet.`,
  )
}
