import { UsageError } from '../lib/errors.ts'
import type { Figure } from '../sources/adapters/list-figures.ts'
import {
  ADAPTER_OPTIONS_USAGE,
  type AdapterRequest,
  parseAdapterArguments,
  toAdapterRequest,
} from './adapter-request.ts'
import { alignColumns } from './align-columns.ts'
import type { RunSourceSummary } from './live-operations.ts'
import { unpricedLines } from './run-outcome.ts'

export const ADAPTERS_USAGE = `usage: almanac adapters test <file> ${ADAPTER_OPTIONS_USAGE}`

/** What a module would bring, had it been stored. */
export interface AdapterTest extends Pick<RunSourceSummary, 'holds' | 'flags' | 'unpriced'> {
  figures: Figure[]
}

export interface AdaptersContext {
  /** Asks the module and values what it says, without storing anything. */
  testAdapter(request: AdapterRequest): Promise<AdapterTest>
  print(line: string): void
}

/**
 * `almanac adapters test`: shows dollars per token and chain, what has no value, and what the
 * guards would say.
 */
export async function runAdapters(
  args: string[],
  { testAdapter, print }: AdaptersContext,
): Promise<void> {
  const { values, positionals } = parseAdapterArguments(args, ADAPTERS_USAGE)
  const [word, file, ...more] = positionals
  if (word !== 'test' || file === undefined || more.length > 0 || values.adapter !== undefined)
    throw new UsageError(ADAPTERS_USAGE)
  const { figures, holds, flags, unpriced } = await testAdapter(toAdapterRequest(file, values))
  if (figures.length === 0) print('it gave no figures')
  else
    for (const line of alignColumns([
      ['chain', 'what', 'token', 'amount', 'USD'],
      ...figures.map(cells),
      ...totals(figures),
    ]))
      print(line)
  for (const line of unpricedLines(unpriced)) print(line)
  for (const { series, guard, reason } of holds) print(`${guard} would hold ${series}: ${reason}`)
  for (const { series, guard, reason } of flags) print(`${guard} would notice ${series}: ${reason}`)
  if (holds.length + flags.length === 0) print('the guards have nothing to say')
  print('nothing was stored')
}

function cells({ chain, what, token, tokens, valueUsd }: Figure): string[] {
  return [
    chain,
    what,
    token,
    tokens === null ? '' : format(tokens),
    valueUsd === null ? '' : format(valueUsd),
  ]
}

/** The sum of each section or figure of each chain. */
function totals(figures: readonly Figure[]): string[][] {
  const sums = new Map<string, number>()
  for (const { chain, what, valueUsd } of figures) {
    const key = JSON.stringify([chain, what])
    if (valueUsd !== null) sums.set(key, (sums.get(key) ?? 0) + valueUsd)
  }
  return [...sums].map(([key, usd]) => [...(JSON.parse(key) as string[]), 'total', '', format(usd)])
}

function format(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}
