import { hash } from 'node:crypto'
import { prices } from '../../domains/coins/public.ts'
import { tokens } from '../../domains/registry/public.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../../domains/rwa/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import type { Stage } from '../../runs/stage.ts'
import { DEMO_DAYS, type DemoPart, type DemoRange } from '../demo-world.ts'
import { demoPriceSql } from '../market/price-sql.ts'
import { demoMoments } from '../market/wave-sql.ts'
import { type DemoRwa, demoRwa, demoRwaStablecoins } from './assets.ts'

const BURN_ADDRESS = '0x000000000000000000000000000000000000dead'
const YEAR_SEC = 365 * DAY_SEC
const ENDED_DAYS_AGO = 120

/**
 * Real world assets of the demo world: their supply is reported by the day, their prices by the
 * hour.
 */
export const rwaDemo: DemoPart = {
  describe: async (stage) => {
    const all = demoRwa()
    await stage.insertRows(rwaAssets, [...all, ...demoRwaStablecoins()].map(toRow))
    await stage.insertRows(
      tokens,
      all
        .filter(({ isPricedHere }) => isPricedHere)
        .map(({ coin, ticker, name }) => ({
          coin,
          symbol: ticker,
          name,
          decimals: null,
          redirect: null,
        })),
    )
  },
  generate: async (stage, range) => {
    // A stretch within one hour adds nothing.
    if (Math.floor(range.toSec / HOUR_SEC) === Math.floor(range.fromSec / HOUR_SEC)) return
    const all = demoRwa()
    await generatePrices(stage, range, all)
    if (Math.floor(range.toSec / DAY_SEC) === Math.floor(range.fromSec / DAY_SEC)) return
    await generateAmounts(stage, range, all)
  },
}

async function generatePrices(
  stage: Stage,
  range: DemoRange,
  all: readonly DemoRwa[],
): Promise<void> {
  const list = all
    .filter(({ isPricedHere }) => isPricedHere)
    .map((asset) => {
      const { coin, follows, priceUsd, volatility, yearlyGain } = asset
      return `('${coin}', '${follows}', ${priceUsd}, ${volatility}, ${yearlyGain}, ${startSec(asset, range)})`
    })
  // What an asset earns is in its price: it grows from the first day of the demo world on.
  const gain = `exp(gain * (toFloat64(atSec) - ${range.firstDaySec}) / ${YEAR_SEC})`
  await stage.insertSelect(
    prices,
    `SELECT coin, atSec, ${demoPriceSql('follows', 'base', 'volatility')} * ${gain} AS priceUsd, toNullable(0.99) AS confidence
     FROM values('coin String, follows String, base Float64, volatility Float64, gain Float64, fromSec UInt32', ${list.join(', ')}) AS market
     CROSS JOIN (${demoMoments(range, HOUR_SEC, DAY_SEC)}) AS moment WHERE atSec >= fromSec`,
  )
}

/**
 * SQL of the tokens there are: a slow start, then waves. A governance token has exactly what it has
 * in the market.
 */
const UNITS = `units * if(isSteady, 1, (1 - 0.95 * exp(-(toFloat64(atSec) - fromSec) / ${150 * DAY_SEC})) * exp(0.15 * sin(6.2832 * atSec / ${260 * DAY_SEC} + phase) + 0.02 * sin(6.2832 * atSec / ${11 * DAY_SEC} + 3 * phase)))`
/**
 * SQL of nonsense that is reported for two days in a quarter: the decimals were forgotten, or
 * nothing was found.
 */
const SLIPPED = `multiIf(fate = 'spike' AND intDiv(atSec, ${DAY_SEC}) % 90 IN (30, 31), if(intDiv(atSec, ${DAY_SEC}) % 180 < 90, 1000, 0), 1)`
const IS_REPORTED = `atSec >= fromSec AND NOT (fate = 'gaps' AND intDiv(atSec, ${DAY_SEC}) % 23 IN (4, 5, 6)) AND NOT (fate = 'ended' AND atSec > endSec)`
const WORLD_COLUMNS =
  'asset String, chain String, holder String, units Float64, isSteady Bool, phase Float64, fate String, fromSec UInt32, endSec UInt32'

async function generateAmounts(
  stage: Stage,
  range: DemoRange,
  all: readonly DemoRwa[],
): Promise<void> {
  const days = demoMoments(range, DAY_SEC, DAY_SEC)
  const from = (rows: readonly string[]) =>
    `FROM values('${WORLD_COLUMNS}', ${rows.join(', ')}) AS place CROSS JOIN (${days}) AS moment WHERE ${IS_REPORTED}`
  // The last report of what ended is 0.
  const alive = `if(fate = 'ended' AND atSec >= endSec, 0, 1)`
  const places = all.flatMap((asset) =>
    asset.places.map((place) => worldSql(asset, place.chain, '', place.units, range)),
  )
  await stage.insertSelect(
    rwaSupply,
    `SELECT asset, chain, atSec, ${UNITS} * ${SLIPPED} * ${alive} AS supply ${from(places)}`,
  )
  const positions = all.flatMap((asset) =>
    asset.positions.map((held) => worldSql(asset, held.chain, held.protocol, held.units, range)),
  )
  await stage.insertSelect(
    rwaPositions,
    `SELECT asset, chain, holder AS protocol, atSec, ${UNITS} * (0.75 + 0.25 * sin(6.2832 * atSec / ${45 * DAY_SEC} + phase + cityHash64(holder) % 628 / 100)) * ${alive} AS amount ${from(positions)}`,
  )
  const excluded = all
    .filter(({ hasActive }) => hasActive)
    .flatMap((asset) =>
      asset.places.flatMap(({ chain, units }) => [
        worldSql(asset, chain, addressOf(asset.issuer, chain), units * asset.excludedShare, range),
        worldSql(asset, chain, BURN_ADDRESS, units * 0.001, range),
      ]),
    )
  // Holdings that hardly move are looked at every other week.
  await stage.insertSelect(
    rwaExcluded,
    `SELECT asset, chain, holder, atSec, ${UNITS} * ${alive} AS amount ${from(excluded)}
     AND (intDiv(atSec, ${DAY_SEC}) % 14 = 3 OR atSec < fromSec + ${DAY_SEC} OR fate = 'ended' AND atSec = endSec)`,
  )
}

function worldSql(
  asset: DemoRwa,
  chain: string,
  holder: string,
  units: number,
  range: DemoRange,
): string {
  const { id, isGovernance, fate, ticker } = asset
  const endSec = range.firstDaySec + (DEMO_DAYS - ENDED_DAYS_AGO) * DAY_SEC
  return `('${id}', '${chain}', '${holder}', ${units}, ${isGovernance}, ${(ticker.length * 7 + id.length) % 63}, '${fate}', ${startSec(asset, range)}, ${endSec})`
}

/** What ended did not begin after its end. */
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
    aggregatorId: null,
    logo: null,
    website: ['https://example.org'],
    socialHandle: [],
    isin: null,
    issuerSourceLink: [],
    issuerRegistryInfo: [],
    attestationLinks: [],
    descriptionNotes: [`${name} is made up: it exists only in the demo world.`],
    attestations: group === 'Treasuries' ? true : null,
    redeemable: !asset.isGovernance,
    cexListed: isOpen && asset.isGovernance ? true : null,
    kycForMintRedeem: !asset.isGovernance,
    kycAllowlistedWhitelistedToTransferHold: access === 'Unknown' ? null : !isOpen,
    transferable: access === 'Unknown' ? null : access !== 'Non-transferable',
    selfCustody: access === 'Unknown' ? null : access !== 'Custodial Only',
    delisted: asset.fate === 'ended',
    contracts: places.map(({ chain }) => `${chain}:${addressOf(id, chain)}`),
  }
}

function addressOf(...words: string[]): string {
  return `0x${hash('sha256', words.join(' ')).slice(0, 40)}`
}
