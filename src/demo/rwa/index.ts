import { prices } from '../../domains/coins/public.ts'
import { tokens } from '../../domains/registry/public.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../../domains/rwa/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { DEMO_DAYS, type DemoRange, endsStep, timestampsSql } from '../demo-range.ts'
import type { DemoPart, DemoTarget } from '../demo-world.ts'
import { demoAddress } from '../market/chance.ts'
import { priceSql } from '../market/market-sql.ts'
import { inOrder, rowsSql } from '../rows.ts'
import { type DemoRwa, listAssets, listStablecoinAssets } from './assets.ts'

const BURN_ADDRESS = '0x000000000000000000000000000000000000dead'
const YEAR_SEC = 365 * DAY_SEC
const ENDED_DAYS_AGO = 120

/** Real world assets of the demo world: supply by the day, prices by the hour. */
export const rwaDemo: DemoPart = {
  name: 'real world assets',
  write: async (target) => {
    if (!endsStep(target.range, HOUR_SEC)) return
    const all = listAssets(target.market)
    if (target.isFirst) await writeNames(target, all)
    await writePrices(target, all)
    if (endsStep(target.range, DAY_SEC)) await writeAmounts(target, all)
  },
}

async function writeNames({ stage, market }: DemoTarget, all: readonly DemoRwa[]): Promise<void> {
  await stage.insertRows(rwaAssets, [...all, ...listStablecoinAssets(market)].map(toRow))
  await stage.insertRows(
    tokens,
    all
      .filter(({ isPricedHere }) => isPricedHere)
      .map(({ coin, ticker, name }) => ({ coin, symbol: ticker, name })),
  )
}

async function writePrices({ stage, range }: DemoTarget, all: readonly DemoRwa[]): Promise<void> {
  const priced = inOrder(
    all.filter(({ isPricedHere }) => isPricedHere),
    ({ coin }) => [coin],
  )
  const rows = priced.map((asset) => {
    const { coin, follows, priceUsd, volatility, yearlyGain } = asset
    return [coin, follows, priceUsd, volatility, yearlyGain, startSec(asset, range)]
  })
  const columns = sql`coin String, follows String, base Float64, volatility Float64, gain Float64, fromSec UInt32`
  // What an asset earns is in its price, which grows from the first day of the demo world on.
  const gain = sql`exp(gain * (toFloat64(atSec) - ${range.firstDaySec}) / ${YEAR_SEC})`
  await stage.insertSelect(
    prices,
    sql`SELECT coin, atSec, ${priceSql(sql`follows`, sql`base`, sql`volatility`)} * ${gain} AS priceUsd, toNullable(0.99) AS confidence
     FROM ${rowsSql(columns, rows)} AS market
     CROSS JOIN (${timestampsSql(range, HOUR_SEC, DAY_SEC)}) AS timestamp WHERE atSec >= fromSec`,
  )
}

/** SQL of the number of tokens: a slow start, then waves; of governance tokens it is constant. */
const UNITS = sql`units * if(isSteady, 1, (1 - 0.95 * exp(-(toFloat64(atSec) - fromSec) / ${150 * DAY_SEC})) * exp(0.15 * sin(6.2832 * atSec / ${260 * DAY_SEC} + phase) + 0.02 * sin(6.2832 * atSec / ${11 * DAY_SEC} + 3 * phase)))`
/** SQL of wrong reports on two days of a quarter: decimals forgotten, or nothing found. */
const SLIPPED = sql`multiIf(fate = 'spike' AND intDiv(atSec, ${DAY_SEC}) % 90 IN (30, 31), if(intDiv(atSec, ${DAY_SEC}) % 180 < 90, 1000, 0), 1)`
const IS_REPORTED = sql`atSec >= fromSec AND NOT (fate = 'gaps' AND intDiv(atSec, ${DAY_SEC}) % 23 IN (4, 5, 6)) AND NOT (fate = 'ended' AND atSec > endSec)`
/** SQL of a factor that makes the last report of an asset that ended 0. */
const ALIVE = sql`if(fate = 'ended' AND atSec >= endSec, 0, 1)`
const HOLDING_COLUMNS = sql`asset String, chain String, holder String, units Float64, isSteady Bool, phase Float64, fate String, fromSec UInt32, endSec UInt32`

/** What is held of an asset on a chain; the holder is empty where all of it is meant. */
interface Holding {
  asset: DemoRwa
  chain: string
  holder: string
  units: number
}

async function writeAmounts({ stage, range }: DemoTarget, all: readonly DemoRwa[]): Promise<void> {
  const days = timestampsSql(range, DAY_SEC, DAY_SEC)
  const from = (holdings: readonly Holding[]) => {
    const ordered = inOrder(holdings, ({ asset, chain, holder }) => [asset.id, chain, holder])
    const rows = rowsSql(
      HOLDING_COLUMNS,
      ordered.map((holding) => holdingRow(holding, range)),
    )
    return sql`FROM ${rows} AS place CROSS JOIN (${days}) AS timestamp WHERE ${IS_REPORTED}`
  }
  await stage.insertSelect(
    rwaSupply,
    sql`SELECT asset, chain, atSec, ${UNITS} * ${SLIPPED} * ${ALIVE} AS supply ${from(all.flatMap(supplyOf))}`,
  )
  await stage.insertSelect(
    rwaPositions,
    sql`SELECT asset, chain, holder AS protocol, atSec, ${UNITS} * (0.75 + 0.25 * sin(6.2832 * atSec / ${45 * DAY_SEC} + phase + cityHash64(holder) % 628 / 100)) * ${ALIVE} AS amount ${from(all.flatMap(positionsOf))}`,
  )
  // Holdings that hardly move are read every other week.
  await stage.insertSelect(
    rwaExcluded,
    sql`SELECT asset, chain, holder, atSec, ${UNITS} * ${ALIVE} AS amount ${from(all.flatMap(excludedOf))}
     AND (intDiv(atSec, ${DAY_SEC}) % 14 = 3 OR atSec < fromSec + ${DAY_SEC} OR fate = 'ended' AND atSec = endSec)`,
  )
}

function supplyOf(asset: DemoRwa): Holding[] {
  return asset.places.map(({ chain, units }) => ({ asset, chain, holder: '', units }))
}

function positionsOf(asset: DemoRwa): Holding[] {
  return asset.positions.map(({ protocol: holder, ...place }) => ({ asset, holder, ...place }))
}

function excludedOf(asset: DemoRwa): Holding[] {
  if (!asset.hasActive) return []
  return asset.places.flatMap(({ chain, units }) => [
    { asset, chain, holder: demoAddress(asset.issuer, chain), units: units * asset.excludedShare },
    { asset, chain, holder: BURN_ADDRESS, units: units * 0.001 },
  ])
}

/** The values of `HOLDING_COLUMNS`. */
function holdingRow(
  { asset, chain, holder, units }: Holding,
  range: DemoRange,
): (string | number | boolean)[] {
  const { id, isGovernance, fate, ticker } = asset
  const endSec = range.firstDaySec + (DEMO_DAYS - ENDED_DAYS_AGO) * DAY_SEC
  const phase = (ticker.length * 7 + id.length) % 63
  return [id, chain, holder, units, isGovernance, phase, fate, startSec(asset, range), endSec]
}

/** An asset that ended did not begin after its end. */
function startSec({ fate, startDay }: DemoRwa, { firstDaySec }: DemoRange): number {
  return firstDaySec + (fate === 'ended' ? Math.min(startDay, 300) : startDay) * DAY_SEC
}

function toRow(asset: DemoRwa): Record<string, unknown> {
  const { id, name, access, group, platform, places } = asset
  const isOpen = access === 'Permissionless'
  return {
    id,
    canonicalMarketId: `${platform.name.toLowerCase()}/${id}`,
    ticker: asset.ticker,
    assetName: name,
    assetGroup: group,
    primaryChain: places[0]?.chain ?? null,
    category: [group, ...(group === 'Corporate Bonds' ? ['Treasuries'] : [])],
    assetClass: [asset.assetClass],
    type: asset.isWrapper ? 'Wrapper' : 'Asset',
    rwaClassification: asset.isGovernance ? 'Platform Token' : 'Tokenized Asset',
    accessModel: access,
    issuer: asset.issuer,
    parentPlatform: platform.name,
    stablecoin: asset.isStablecoin,
    governance: asset.isGovernance,
    activeMcapData: asset.hasActive,
    coin: asset.coin,
    stablecoinId: asset.stablecoinId,
    issuerProtocols: platform.protocol === undefined ? [] : [platform.protocol],
    website: ['https://example.org'],
    descriptionNotes: [`${name} is made up: it exists only in the demo world.`],
    attestations: group === 'Treasuries' ? true : null,
    redeemable: !asset.isGovernance,
    cexListed: isOpen && asset.isGovernance ? true : null,
    kycForMintRedeem: !asset.isGovernance,
    kycAllowlistedWhitelistedToTransferHold: access === 'Unknown' ? null : !isOpen,
    transferable: access === 'Unknown' ? null : access !== 'Non-transferable',
    selfCustody: access === 'Unknown' ? null : access !== 'Custodial Only',
    delisted: asset.fate === 'ended',
    contracts: places.map(({ chain }) => `${chain}:${demoAddress(id, chain)}`),
  }
}
