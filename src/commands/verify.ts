import { UsageError } from '../lib/errors.ts'
import type { Verification } from '../live/verify/verify-run.ts'
import { type AdapterRequest, parseAdapterArguments, toAdapterRequest } from './adapter-request.ts'
import { alignColumns } from './align-columns.ts'
import { formatCount } from './progress.ts'

export const VERIFY_USAGE =
  'usage: almanac verify <run> [--rpc <URL> or <chain>=<URL> …] [--adapter <file> …]'
const SHOWN = 20

export interface VerifyRequest {
  run: number
  /** Nodes instead of the configured ones: by chain, or without a name for every chain. */
  nodes: { chain: string; url: string }[]
  /** The module of the run, where it is not where it was; null: as it was addressed then. */
  adapter: AdapterRequest | null
}

export interface VerifyContext {
  verify(request: VerifyRequest): Promise<Verification>
  print(line: string): void
}

/** `almanac verify`: makes a run's figures again; fails where they differ. */
export async function runVerify(args: string[], { verify, print }: VerifyContext): Promise<void> {
  const request = parse(args)
  const { figures, differences, remarks } = await verify(request)
  for (const remark of remarks) print(remark)
  if (differences.length === 0)
    return print(`run ${request.run}: ${formatCount(figures)} rows made again, all within 0.1%`)
  const rows = differences
    .slice(0, SHOWN)
    .map(({ fact, row, column, stored, again }) => [
      fact,
      row,
      column,
      String(stored),
      String(again),
    ])
  for (const line of alignColumns([['fact', 'row', 'column', 'stored', 'made again'], ...rows]))
    print(line)
  throw new UsageError(
    `run ${request.run}: ${formatCount(differences.length)} differences in ${formatCount(figures)} rows`,
  )
}

function parse(args: string[]): VerifyRequest {
  const { values, positionals } = parseAdapterArguments(args, VERIFY_USAGE)
  const { rpc, adapter, ...more } = values
  const [run = '', ...others] = positionals
  if (!/^[1-9]\d{0,8}$/.test(run) || others.length > 0) throw new UsageError(VERIFY_USAGE)
  if (more.at !== undefined)
    throw new UsageError(`a run has its time: leave out --at; ${VERIFY_USAGE}`)
  const [option] = Object.keys(more)
  if (adapter === undefined && option !== undefined)
    throw new UsageError(`--${option} needs --adapter; ${VERIFY_USAGE}`)
  return {
    run: Number(run),
    nodes: (rpc ?? []).map(toNode),
    adapter: adapter === undefined ? null : toAdapterRequest(adapter, more),
  }
}

function toNode(text: string): { chain: string; url: string } {
  const [, chain = '', url = ''] = /^(?:([a-z0-9_-]+)=)?(https?:\/\/.+)$/i.exec(text) ?? []
  if (url === '' || !URL.canParse(url))
    throw new UsageError(
      `--rpc wants an address starting with http:// or https://; ${VERIFY_USAGE}`,
    )
  return { chain, url }
}
