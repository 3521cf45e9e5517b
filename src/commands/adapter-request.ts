import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../lib/errors.ts'
import { DEFAULT_LIMITS, type HostLimits } from '../sources/adapters/host-limits.ts'
import { ADAPTER_KINDS, type AdapterKind } from '../sources/adapters/messages.ts'
import { parseMoment } from './parse-moment.ts'

export const ADAPTER_OPTIONS_USAGE =
  '[--name <entry>] [--chain <chain> …] [--at <time or block>] [--protocol <id>] [--kind tvl|dimension|yield|stablecoin|bridge|emission] ' +
  '[--allow <host> …] [--sdk <package>] [--memory <MB>] [--time <seconds>]'

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

const OPTIONS = {
  adapter: { type: 'string' },
  rpc: { type: 'string', multiple: true },
  name: { type: 'string' },
  chain: { type: 'string', multiple: true },
  at: { type: 'string' },
  protocol: { type: 'string' },
  kind: { type: 'string' },
  sdk: { type: 'string' },
  allow: { type: 'string', multiple: true },
  memory: { type: 'string' },
  time: { type: 'string' },
} as const

export function parseAdapterArguments(args: string[], usage: string) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : error}; ${usage}`,
    )
  }
}

export function toAdapterRequest(
  file: string,
  values: ReturnType<typeof parseAdapterArguments>['values'],
): AdapterRequest {
  const chains = (values.chain ?? [])
    .flatMap((list) => list.split(','))
    .filter((chain) => chain !== '')
  if (values.rpc !== undefined)
    throw new UsageError('--rpc is for verify; ALMANAC_RPC_<CHAIN> names the nodes of a chain')
  const at = values.at === undefined ? null : parseAt(values.at)
  if (at !== null && 'block' in at && chains.length !== 1)
    throw new UsageError('--at with a block needs the one --chain it is a block of')
  return {
    file: resolve(file),
    name: values.name ?? null,
    chains,
    at,
    protocol: values.protocol ?? '',
    kind: values.kind === undefined ? null : parseKind(values.kind),
    sdk: values.sdk ?? null,
    allowedHosts: (values.allow ?? []).map(parseHost),
    limits: {
      memoryMb: parseWhole('--memory', values.memory, DEFAULT_LIMITS.memoryMb),
      timeSec: parseWhole('--time', values.time, DEFAULT_LIMITS.timeSec),
    },
  }
}

/** Up to eight digits are a block: as a time they would precede any chain. `block:` is explicit. */
function parseAt(text: string): { sec: number } | { block: number } {
  const block = /^(?:block:(\d{1,12})|(\d{1,8}))$/.exec(text)
  return block === null
    ? { sec: parseMoment('--at', text, 'end') }
    : { block: Number(block[1] ?? block[2]) }
}

function parseKind(text: string): AdapterKind {
  const kind = ADAPTER_KINDS.find((known) => known === text)
  if (kind === undefined) throw new UsageError(`--kind must be one of ${ADAPTER_KINDS.join(', ')}`)
  return kind
}

function parseHost(text: string): string {
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/i.test(text))
    throw new UsageError(`--allow: "${text}" is not a host; write it such as api.example.org`)
  return text.toLowerCase()
}

function parseWhole(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError(`${option} must be a whole number, not "${text}"`)
  return Number(text)
}
