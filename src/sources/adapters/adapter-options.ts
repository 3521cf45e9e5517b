import type { CheckoutCache } from './checkout-cache.ts'
import type { NativeCoins } from './describe-tokens.ts'
import type { HostLimits } from './host-limits.ts'
import type { LookUps } from './look-ups.ts'
import type { AdapterKind } from './messages.ts'
import type { KnownFigure } from './outputs/dimension-output.ts'
import type { Output, Reading } from './outputs/output.ts'
import type { OutsideFetch } from './outside-fetch.ts'

/** How a module is addressed: the same in every command and in data/protocols. */
export interface AdapterAddress {
  /** Which adapter of a module that holds many; null: the module is the adapter. */
  name: string | null
  /** Whom the figures belong to; empty: the module states it, or its path is the name. */
  protocol: string
  /** Only these of its chains; empty: all. */
  chains: readonly string[]
  /** The shape; null: by what the module exports. */
  kind: AdapterKind | null
  /** Package whose `ChainApi` is used; null: the one the checkout depends on. */
  sdk: string | null
}

export interface AdapterOptions extends AdapterAddress {
  limits: HostLimits
  allowedHosts: readonly string[]
  /** Chains that have nodes. Where these are, no module and no error of one needs to know. */
  nodes: ReadonlySet<string>
  isChain: (name: string) => boolean
  /** The coins of the chains that have nodes. */
  natives: NativeCoins
  lookUps: LookUps
  /** What a key such as `dailyVolume` means for a module of a folder such as `dexs`. */
  findFigure: (key: string, folder: string) => KnownFigure | undefined
  /** How the response of an unlock module is read: the form of schedules is the domain's. */
  readEmission: (output: Output) => Reading
  /** How hosts on the list are asked. */
  fetch: OutsideFetch
  /** The program that runs modules. */
  node: string
  /** Folders that no module may read, such as the data directory with the accounts. */
  privateFolders: readonly string[]
  /** Files that modules of one checkout left for later runs; null: every run starts without. */
  cache: CheckoutCache | null
  /** Aborted when the service stops: modules are ended at once. */
  stopping?: AbortSignal | undefined
}
