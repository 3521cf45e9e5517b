import { resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import { DEFAULT_LIMITS, type HostLimits } from '../sources/adapters/host-limits.ts'
import { ADAPTER_KINDS, type AdapterKind } from '../sources/adapters/messages.ts'
import { list, oneOf, option, refused } from './options.ts'
import { parseTime } from './times.ts'

/** How a third-party adapter is to be run. */
export interface AdapterRequest {
  file: string
  /** Which adapter of a module that holds many. */
  name: string | null
  chains: string[]
  at: { sec: number } | { block: number } | null
  /** Empty: the module says so itself. */
  protocol: string
  kind: AdapterKind | null
  sdk: string | null
  allowedHosts: string[]
  limits: HostLimits
}

/** Options that say how an adapter is run. */
export const ADAPTER_OPTIONS = {
  name: option('<entry>', 'which adapter of a module that has many'),
  chain: {
    ...list('<chain>', 'only these chains'),
    read: (given: readonly string[]) =>
      given.flatMap((chains) => chains.split(',')).filter((chain) => chain !== ''),
  },
  at: option('<time or block>', 'the period of a time, in place of the newest', parseAt),
  protocol: option('<id>', 'the protocol that its figures belong to'),
  kind: option('<kind>', `one of ${ADAPTER_KINDS.join(', ')}`, oneOf(ADAPTER_KINDS)),
  allow: { ...list('<host>', 'hosts that it may reach'), read: readHosts },
  sdk: option('<package>', 'the SDK that it expects'),
  memory: option('<MB>', 'the memory that it may use', parseWhole),
  time: option('<seconds>', 'the time that it may take', parseWhole),
}

/** Commands that run adapters take no nodes, which `verify` does. */
export const NO_NODES = {
  rpc: refused('--rpc is for verify; ALMANAC_RPC_<CHAIN> names the nodes of a chain'),
}

type Values = {
  [N in keyof typeof ADAPTER_OPTIONS]: ReturnType<(typeof ADAPTER_OPTIONS)[N]['read']>
}

/** Options that were given, in the order of their declaration. */
export function namesGiven(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [name],
  )
}

export function toAdapterRequest(file: string, values: Values): AdapterRequest {
  const { name = null, chain: chains, at = null, protocol = '', kind = null, sdk = null } = values
  if (at !== null && 'block' in at && chains.length !== 1)
    throw new UsageError('--at with a block needs the one --chain it is a block of')
  return {
    ...{ file: resolve(file), name, chains, at, protocol, kind, sdk },
    allowedHosts: values.allow,
    limits: {
      memoryMb: values.memory ?? DEFAULT_LIMITS.memoryMb,
      timeSec: values.time ?? DEFAULT_LIMITS.timeSec,
    },
  }
}

/** Up to eight digits are a block: as a time they would precede any chain. `block:` is explicit. */
function parseAt(text: string, name: string): { sec: number } | { block: number } {
  const block = /^(?:block:(\d{1,12})|(\d{1,8}))$/.exec(text)
  return block === null
    ? { sec: parseTime(text, name, 'end') }
    : { block: Number(block[1] ?? block[2]) }
}

function readHosts(given: readonly string[]): string[] {
  return given.map((text) => {
    if (!/^[a-z0-9.-]+(:\d{1,5})?$/i.test(text))
      throw new UsageError(`--allow: "${text}" is not a host; write it such as api.example.org`)
    return text.toLowerCase()
  })
}

export function parseWhole(text: string, name: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError(`${name} must be a whole number, not "${text}"`)
  return Number(text)
}
