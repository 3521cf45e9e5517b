import { resolve } from 'node:path'
import type { CollectionCheck } from '../sources/adapters/check/check-collection.ts'
import { chainLine } from '../sources/adapters/detect-kind.ts'
import type { Balance, Figure } from '../sources/adapters/list-figures.ts'
import type { KnownPrice } from '../sources/model/price-book.ts'
import { ADAPTER_OPTIONS, NO_NODES, parseWhole, toAdapterRequest } from './adapter-request.ts'
import { alignColumns, tableLines } from './align-columns.ts'
import type { Family } from './context.ts'
import { defineCommand } from './define-command.ts'
import type { RunSourceSummary } from './live-operations.ts'
import { flag, option } from './options.ts'
import { formatCount, withProgress } from './progress.ts'
import { unpricedLines } from './run-outcome.ts'

const MAX_CHAINS_SHOWN = 20

const checkAdapters = defineCommand({
  name: 'adapters check',
  usage: ['<collection>'],
  options: {
    sample: option('<number>', 'loads only this many', parseWhole),
    json: flag('prints everything as JSON'),
  },
  describe: 'which adapters of a checkout load, and why the others do not',
  needs: 'store',
  run: async ({ args: [folder], options: { sample = null, json } }, context) => {
    const found = await withProgress(context.stderr, ({ step }) =>
      context.operations.checkAdapters({
        folder: resolve(folder),
        sample,
        onProgress: ({ done, total }) =>
          step(`${formatCount(done)} of ${formatCount(total)} modules`, done, total),
      }),
    )
    if (json) context.print(JSON.stringify(found, null, 2))
    else for (const line of describeCheck(found)) context.print(line)
  },
})

function describeCheck(found: CollectionCheck): string[] {
  const { modules, loaded, withoutAdapter, missingChains } = found
  const share = modules === 0 ? 0 : Math.floor((loaded / modules) * 1000) / 10
  const causes = tableLines(found.causes, {
    'why it does not load': ({ cause }) => cause,
    modules: ({ modules: own }) => formatCount(own.length),
    'for example': ({ example }) => example,
  })
  return [
    ...tableLines(Object.entries(found.kinds), {
      shape: ([kind]) => kind,
      adapters: ([, count]) => formatCount(count),
    }),
    ...(found.causes.length === 0 ? [] : ['', ...causes]),
    ...describeMissing(missingChains),
    '',
    `${formatCount(loaded)} of ${formatCount(modules)} modules load (${share}%); ${formatCount(withoutAdapter)} other files hold no adapter`,
  ]
}

function describeMissing(missing: CollectionCheck['missingChains']): string[] {
  if (missing.length === 0) return []
  const more = missing.length - MAX_CHAINS_SHOWN
  return [
    '',
    'chains that data/chains.json lacks; the lines to add, with their chain ids and coins:',
    ...missing.slice(0, MAX_CHAINS_SHOWN).map(({ chain }) => `  ${chainLine(chain)},`),
    ...(more > 0 ? [`  and ${formatCount(more)} more (--json lists all)`] : []),
  ]
}

/** What a module would bring, had it been stored. */
export interface AdapterTest extends Pick<RunSourceSummary, 'holds' | 'flags' | 'unpriced'> {
  figures: Figure[]
  balances: Balance[]
  /** Prices that the module itself asked for. */
  lookedUp: (KnownPrice & { coin: string })[]
  refusedHosts: string[]
  /** Public nodes that an SDK tried beside the configured ones. */
  refusedNodes: number
  /** Single requests to nodes, and the messages they took. */
  requests: number
  roundTrips: number
  elapsedMs: number
}

const testAdapter = defineCommand({
  name: 'adapters test',
  usage: ['<file>'],
  options: { ...ADAPTER_OPTIONS, ...NO_NODES },
  describe: 'what an adapter gives, priced and checked, without storing it',
  examples: ['adapters test ./my-dex/index.js --chain ethereum --at 2026-01-31'],
  needs: 'store',
  run: async ({ args: [file], options }, { operations, print }) => {
    const tested = await operations.testAdapter(toAdapterRequest(file, options))
    for (const line of describeTest(tested)) print(line)
  },
})

export const adapters: Family = {
  name: 'adapters',
  describe: 'tries a third-party adapter, or loads a whole collection',
  commands: [testAdapter, checkAdapters],
}

function describeTest(tested: AdapterTest): string[] {
  const { figures, holds, flags, unpriced, refusedHosts } = tested
  const guards = [
    ...holds.map(({ series, guard, reason }) => `${guard} would hold ${series}: ${reason}`),
    ...flags.map(({ series, guard, reason }) => `${guard} would notice ${series}: ${reason}`),
  ]
  return [
    ...(figures.length === 0 ? ['it gave no figures'] : figureTable(figures)),
    ...balanceTable(tested.balances),
    ...priceTable(tested.lookedUp),
    ...unpricedLines(unpriced),
    ...(refusedHosts.length === 0
      ? []
      : [`hosts it may not reach: ${refusedHosts.join(', ')} (--allow adds them)`]),
    ...(tested.refusedNodes === 0
      ? []
      : [`it also tried ${format(tested.refusedNodes)} nodes that are not configured`]),
    ...(guards.length === 0 ? ['the guards have nothing to say'] : guards),
    `${format(tested.requests)} requests to nodes in ${format(tested.roundTrips)} round trips, ${format(tested.elapsedMs / 1000)} s`,
    'nothing was stored',
  ]
}

function figureTable(figures: readonly Figure[]): string[] {
  const hasRates = figures.some(({ apyPct }) => typeof apyPct === 'number')
  const header = ['chain', 'what', 'token', 'amount', 'USD', ...(hasRates ? ['APY'] : [])]
  const rows = figures.map(({ chain, what, token, tokens, valueUsd, apyPct }) => [
    ...[chain, what, token, formatKnown(tokens), formatKnown(valueUsd)],
    ...(hasRates ? [typeof apyPct === 'number' ? `${format(apyPct)}%` : ''] : []),
  ])
  const sums = totals(figures).map((row) => (hasRates ? [...row, ''] : row))
  return alignColumns([header, ...rows, ...sums])
}

/** Balances of all chains and sections by token, with the price each takes. */
function balanceTable(balances: readonly Balance[]): string[] {
  if (balances.length === 0) return []
  const rows = balances.map(({ coin, token, raw, tokens, price }) => [
    token,
    coin,
    raw ?? '',
    formatKnown(tokens),
    ...priceCells(price),
  ])
  const header = ['token', 'coin', 'balance', 'amount', 'price', 'of', 'confidence']
  return ['', ...alignColumns([header, ...rows]), '']
}

function priceTable(prices: AdapterTest['lookedUp']): string[] {
  if (prices.length === 0) return []
  const rows = prices.map((price) => [price.coin, ...priceCells(price)])
  return ['prices the module looked up:', ...alignColumns(rows), '']
}

function priceCells(price: KnownPrice | null): string[] {
  if (price === null) return ['', '', '']
  const { priceUsd, atSec, confidence } = price
  const time = new Date(atSec * 1000).toISOString().slice(0, 19)
  return [String(priceUsd), `${time}Z`, confidence === null ? '' : String(confidence)]
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

function formatKnown(value: number | null): string {
  return value === null ? '' : format(value)
}
