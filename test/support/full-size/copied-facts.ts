import { forkLinks, oracleLinks } from '../../../src/domains/attribution/facts.ts'
import { bridges, bridgeTransfers } from '../../../src/domains/bridges/facts.ts'
import { prices } from '../../../src/domains/coins/facts.ts'
import { datInstitutions, datShares, datTransactions } from '../../../src/domains/dat/facts.ts'
import { dimensionDays } from '../../../src/domains/dimensions/facts.ts'
import {
  companyFacts,
  equityBars,
  equityFilers,
  equityFilings,
  equityListings,
  equityProfiles,
} from '../../../src/domains/equities/facts.ts'
import { etfDays, etfs } from '../../../src/domains/etfs/facts.ts'
import { hacks } from '../../../src/domains/hacks/facts.ts'
import {
  preIpoCompanies,
  preIpoMarks,
  preIpoPerps,
  preIpoRounds,
  preIpoTokens,
} from '../../../src/domains/pre-ipo/facts.ts'
import { raises } from '../../../src/domains/raises/facts.ts'
import { protocols, tokens } from '../../../src/domains/registry/facts.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../../../src/domains/rwa/facts.ts'
import {
  stablecoinBridged,
  stablecoinSupply,
  stablecoins,
} from '../../../src/domains/stablecoins/facts.ts'
import {
  TREASURY_SUFFIX,
  treasuries,
  treasuryHoldings,
} from '../../../src/domains/treasuries/facts.ts'
import { tvlRecords } from '../../../src/domains/tvl/facts.ts'
import { unlockRecords, unlockSchedules } from '../../../src/domains/unlocks/facts.ts'
import { userWindows } from '../../../src/domains/users/facts.ts'
import {
  lendingSamples,
  perpSamples,
  stakingRates,
  yieldPools,
  yieldSamples,
} from '../../../src/domains/yields/facts.ts'
import { DAY_SEC } from '../../../src/lib/clock.ts'
import { identifier, literal, type Sql, sql } from '../../../src/lib/sql.ts'
import type { Fact } from '../../../src/store/fact.ts'
import {
  addressed,
  type Copied,
  counted,
  moved,
  named,
  numbered,
  pooled,
  recent,
  scaled,
} from './copies.ts'

type Columns = Copied['columns']

/** What is copied together, so many times each, with all that belongs to it. */
type Group = readonly [times: number, ...(readonly [fact: Fact, columns: Columns, where?: Sql])[]]

/** The lists of the demo world at the length that a service of all markets has. */
export function copiedFacts(nowSec: number): Copied[] {
  // Lists are long here, not histories, which are those of the demo world.
  const lately = recent(nowSec, 8)
  const filedLately = new Date((nowSec - 45 * DAY_SEC) * 1000).toISOString().slice(0, 10)
  return [
    ...group([20, ...protocolFacts(lately, recent(nowSec, 2))]),
    ...group([5, ...coinFacts(lately)]),
    ...group([6, ...stablecoinFacts(lately)]),
    ...group([9, ...poolFacts(lately)]),
    ...group([20, ...companyFactsOf(lately, filedLately)]),
    ...group([10, ...marketFacts(lately)]),
    ...group([4, ...scheduleFacts(), ...bridgeFacts(nowSec - 4 * DAY_SEC)]),
    ...group([8, ...treasuryFacts(lately)]),
    ...group([16, [hacks, { id: numbered('id'), name: named('name') }]]),
    ...group([44, [raises, { report: numbered('report'), name: named('name') }]]),
  ]
}

function group([times, ...facts]: Group): Copied[] {
  return facts.map(([fact, columns, where]) => ({
    fact,
    times,
    columns,
    ...(where !== undefined && { where }),
  }))
}

type Facts = Group extends readonly [number, ...infer Rest] ? Rest : never

function protocolFacts(lately: Sql, yesterday: Sql): Facts {
  const protocol = numbered('protocol')
  return [
    [
      protocols,
      { id: numbered('id'), name: named('name'), parent: sql`NULL`, previousNames: sql`[]` },
      sql`NOT startsWith(id, 'parent#')`,
    ],
    [tvlRecords, { protocol, chain: moved('chain'), tvlUsd: scaled('tvlUsd', 'protocol') }, lately],
    [
      dimensionDays,
      { protocol, chain: moved('chain'), valueUsd: scaled('valueUsd', 'protocol') },
      yesterday,
    ],
    [userWindows, { protocol, chain: moved('chain') }, yesterday],
    [oracleLinks, { protocol }],
    [forkLinks, { protocol }],
  ]
}

function coinFacts(lately: Sql): Facts {
  const coin = addressed('coin')
  return [
    [tokens, { coin, symbol: numbered('symbol'), name: named('name'), redirect: sql`NULL` }],
    [prices, { coin, priceUsd: scaled('priceUsd', 'coin') }, lately],
    [stakingRates, { coin, name: named('name'), pool: sql`NULL` }, lately],
  ]
}

function stablecoinFacts(lately: Sql): Facts {
  const asset = numbered('asset')
  const chain = moved('chain')
  return [
    [stablecoins, { id: numbered('id'), name: named('name'), symbol: numbered('symbol') }],
    [stablecoinSupply, { asset, chain, minted: scaled('minted', 'asset') }, lately],
    [
      stablecoinBridged,
      { asset, chain, sourceChain: moved('sourceChain'), amount: scaled('amount', 'asset') },
      lately,
    ],
  ]
}

function poolFacts(lately: Sql): Facts {
  const pool = pooled('pool')
  return [
    [yieldPools, { pool, chain: moved('chain'), poolOld: sql`NULL` }],
    [yieldSamples, { pool, tvlUsd: scaled('tvlUsd', 'pool') }, lately],
    [lendingSamples, { pool }, lately],
    [perpSamples, { pool, market: named('market') }, lately],
  ]
}

function companyFactsOf(lately: Sql, filedFrom: string): Facts {
  const cik = sql`leftPad(toString(toUInt64OrZero(known.cik) + 10000 * copy), 10, '0')`
  const ticker = numbered('ticker')
  const accession = numbered('accession')
  const isFiledLately = sql`filed >= ${literal(filedFrom)}`
  return [
    [equityListings, { ticker, cik, companyName: named('companyName') }],
    [equityProfiles, { ticker }],
    [equityFilers, { cik, name: named('name') }],
    [equityFilings, { cik, accession }, sql`filingDate >= ${literal(filedFrom)}`],
    [companyFacts, { cik, accession, value: scaled('value', 'cik') }, isFiledLately],
    [equityBars, { ticker }, lately],
  ]
}

function marketFacts(lately: Sql): Facts {
  const ticker = numbered('ticker')
  const [asset, chain] = [numbered('asset'), moved('chain')]
  const [company, institution] = [numbered('company'), counted('institution')]
  return [
    [etfs, { ticker, name: named('name') }],
    [etfDays, { ticker, aumUsd: scaled('aumUsd', 'ticker') }],
    [
      rwaAssets,
      {
        ...{ id: numbered('id'), ticker, canonicalMarketId: numbered('canonicalMarketId') },
        assetName: named('assetName'),
      },
    ],
    [rwaSupply, { asset, chain, supply: scaled('supply', 'asset') }, lately],
    [rwaExcluded, { asset, chain }, lately],
    [rwaPositions, { asset, chain }, lately],
    [preIpoCompanies, { company, name: named('name') }],
    [preIpoMarks, { company, valuationUsd: scaled('valuationUsd', 'company') }],
    [preIpoRounds, { company }],
    [preIpoPerps, { company }],
    [preIpoTokens, { company }],
    [datInstitutions, { institution, ticker, name: named('name') }],
    [datTransactions, { institution, id: counted('id') }],
    [datShares, { institution }],
  ]
}

function scheduleFacts(): Facts {
  const again = sql`concat('{"name":"', toString(copy), ' ', substring(known.schedule, 10))`
  return [
    [unlockSchedules, { id: numbered('id'), schedule: again }],
    [unlockRecords, { schedule: numbered('schedule') }],
  ]
}

function bridgeFacts(fromSec: number): Facts {
  return [
    [
      bridges,
      {
        ...{ id: counted('id'), name: numbered('name'), displayName: named('displayName') },
        slug: numbered('slug'),
      },
    ],
    [bridgeTransfers, { bridge: counted('bridge') }, sql`atSec > ${fromSec}`],
  ]
}

/** A treasury's id is its protocol's with an ending. */
function treasuryFacts(lately: Sql): Facts {
  const suffix = literal(TREASURY_SUFFIX)
  const ofHolder = (column: string) => {
    const id = sql`known.${identifier(column)}`
    const bare = sql`replaceOne(${id}, ${suffix}, '')`
    const end = sql`if(endsWith(${id}, ${suffix}), ${suffix}, '')`
    return sql`concat(${bare}, leftPad(toString(copy), 3, '0'), ${end})`
  }
  return [
    [treasuries, { id: ofHolder('id'), name: named('name'), protocol: numbered('protocol') }],
    [treasuryHoldings, { holder: ofHolder('holder') }, lately],
  ]
}
