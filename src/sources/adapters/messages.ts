/** The shapes of modules that can be hosted (adapters.md#shapes-of-modules). */
export const ADAPTER_KINDS = [
  'tvl',
  'dimension',
  'yield',
  'stablecoin',
  'bridge',
  'emission',
] as const
export type AdapterKind = (typeof ADAPTER_KINDS)[number]

/** A value that can be sent between processes: no functions, no classes. */
export type Plain =
  | null
  | undefined
  | boolean
  | number
  | string
  | bigint
  | Plain[]
  | { [name: string]: Plain }

/** What a module exports, with a mark where a function is. */
export type Outline =
  | { readonly isFunction: true }
  | Plain
  | { readonly [name: string]: Outline }
  | readonly Outline[]

export interface ChainRange {
  chain: string
  /** The block that is read, and the one before the range of flows. */
  block: number
  fromBlock: number
}

/** What the adapter's process does with a module. */
export interface HostJob {
  file: string
  checkout: string
  /** Which adapter of a module that holds many; null: the module is the adapter. */
  name: string | null
  /** Package whose `ChainApi` the module is given; null: the one the checkout depends on. */
  sdk: string | null
  /** Null: list what the module exports and call nothing. */
  kind: AdapterKind | null
  chains: ChainRange[]
  atSec: number
  fromSec: number
}

/** One response of a module, by chain, section and version; empty where its shape has none. */
export interface Part {
  chain: string
  section: string
  version: string
  value: Plain
}

export interface HostResult {
  /** Of the named entry; of the whole module where no name was given or none has it. */
  outline: { readonly [name: string]: Outline }
  isEntry: boolean
  parts: Part[]
  /** The package that gave the `api`, or null for our own. */
  sdk: string | null
}

/** A request as it leaves the adapter's process. */
export interface OutgoingRequest {
  method: string
  url: string
  headers: [string, string][]
}

export interface ResponseHead {
  status: number
  headers: [string, string][]
}

export interface HostResponse extends ResponseHead {
  body: Buffer
}

/** `compiled` is the TypeScript among the module's imports as CommonJS, by path. */
export type ToHost =
  | { type: 'job'; job: HostJob; compiled: [string, string][] }
  | ({ type: 'response'; id: number } & ResponseHead)
