import { DEMO_DAYS } from '../../../src/demo/demo-range.ts'
import { forkLinks, oracleLinks } from '../../../src/domains/attribution/facts.ts'
import { bridges, bridgeTransfers } from '../../../src/domains/bridges/facts.ts'
import { prices, supplies } from '../../../src/domains/coins/facts.ts'
import { datInstitutions, datShares, datTransactions } from '../../../src/domains/dat/facts.ts'
import { dimensionDays } from '../../../src/domains/dimensions/facts.ts'
import {
  companyFacts,
  equityBars,
  equityFilers,
  equityFilings,
  equityIntraday,
  equityListings,
  equityProfiles,
} from '../../../src/domains/equities/facts.ts'
import { etfDays, etfs } from '../../../src/domains/etfs/facts.ts'
import { hacks } from '../../../src/domains/hacks/facts.ts'
import { liquidity } from '../../../src/domains/liquidity/facts.ts'
import { narrativeMembers } from '../../../src/domains/narratives/facts.ts'
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
  earlier,
  hashed,
  moved,
  named,
  numbered,
  pooled,
  recent,
  scaled,
} from './copies.ts'

type Columns = Copied['columns']
type CopiedTogether = readonly (readonly [fact: Fact, columns: Columns, where?: Sql])[]

/** How much of the history of a thing its copies have, and how many copies there are. */
interface Extent {
  readonly fromSec: (days: number) => number
  readonly lately: (days: number) => Sql
  readonly times: (ofLists: number, ofHistories?: number) => number
}

/** The lists of the demo world at the length that a service of all markets has. */
export function copiedLists(nowSec: number): Copied[] {
  // Lists are long here, not histories, which are those of the demo world.
  const extent: Extent = {
    fromSec: (days) => nowSec - days * DAY_SEC,
    lately: (days) => recent(nowSec, days),
    times: (ofLists) => ofLists,
  }
  const bridgeCopies: CopiedTogether = [
    [
      bridges,
      {
        ...{ id: counted('id'), name: numbered('name'), displayName: named('displayName') },
        slug: numbered('slug'),
      },
    ],
    [bridgeTransfers, { bridge: counted('bridge') }, sql`atSec > ${extent.fromSec(4)}`],
  ]
  return [...copiedFacts(extent), ...group(4, bridgeCopies)]
}

/** The same lists with all their histories; a share of the copies, and at least one. */
export function copiedHistories(share: number): Copied[] {
  const times = (ofLists: number, ofHistories = ofLists) =>
    Math.max(1, Math.round(ofHistories * share))
  const extent: Extent = { fromSec: () => 0, lately: () => sql`1`, times }
  const [coin, token] = [addressed('coin'), addressed('token')]
  return [
    ...copiedFacts(extent),
    ...group(times(10), [[supplies, { coin }]]),
    ...group(times(10), [[narrativeMembers, { coin }]]),
    ...group(times(50), [[liquidity, { token, liquidityUsd: scaled('liquidityUsd', 'token') }]]),
    ...group(times(14), [[equityIntraday, { ticker: numbered('ticker') }]]),
    ...group(times(200), transferFacts()),
  ]
}

/** Days before the demo world begins: its own again, as often as a long history needs. */
export function copiedPasts(): Copied[] {
  const where = sql`atSec % ${DAY_SEC} = 0`
  const ofDays = (fact: Fact, days = DEMO_DAYS + 1): CopiedTogether[number] => [
    fact,
    { atSec: earlier(days) },
    where,
  ]
  return [
    ...group(1, [ofDays(yieldSamples)]),
    ...group(
      2,
      [dimensionDays, stablecoinSupply, stablecoinBridged, etfDays].map((fact) => ofDays(fact)),
    ),
    ...group(3, [ofDays(equityBars, 5 * 366)]),
  ]
}

function copiedFacts({ fromSec, lately, times }: Extent): Copied[] {
  const filedFrom = new Date(fromSec(45) * 1000).toISOString().slice(0, 10)
  const week = lately(8)
  return [
    ...group(times(20, 25), protocolFacts(week, lately(2))),
    ...group(times(20, 5), [dimensionCopies(lately(2))]),
    ...group(times(5, 65), coinFacts(week)),
    ...group(times(6), stablecoinFacts(week)),
    ...group(times(9), poolFacts(week)),
    ...group(times(20, 14), companyFactsOf(week, filedFrom)),
    ...group(times(10), marketFacts(week)),
    ...group(times(4), scheduleFacts()),
    ...group(times(8), treasuryFacts(week)),
    ...group(times(16), [[hacks, { id: numbered('id'), name: named('name') }]]),
    ...group(times(44), [[raises, { report: numbered('report'), name: named('name') }]]),
  ]
}

function group(times: number, facts: CopiedTogether): Copied[] {
  return facts.map(([fact, columns, where]) => ({
    fact,
    times,
    columns,
    ...(where !== undefined && { where }),
  }))
}

function protocolFacts(lately: Sql, yesterday: Sql): CopiedTogether {
  const protocol = numbered('protocol')
  return [
    [
      protocols,
      { id: numbered('id'), name: named('name'), parent: sql`NULL`, previousNames: sql`[]` },
      sql`NOT startsWith(id, 'parent#')`,
    ],
    [tvlRecords, { protocol, chain: moved('chain'), tvlUsd: scaled('tvlUsd', 'protocol') }, lately],
    [userWindows, { protocol, chain: moved('chain') }, yesterday],
    [oracleLinks, { protocol }],
    [forkLinks, { protocol }],
  ]
}

function dimensionCopies(yesterday: Sql): CopiedTogether[number] {
  const columns = { protocol: numbered('protocol'), chain: moved('chain') }
  return [dimensionDays, { ...columns, valueUsd: scaled('valueUsd', 'protocol') }, yesterday]
}

function coinFacts(lately: Sql): CopiedTogether {
  const coin = addressed('coin')
  return [
    [tokens, { coin, symbol: numbered('symbol'), name: named('name'), redirect: sql`NULL` }],
    [prices, { coin, priceUsd: scaled('priceUsd', 'coin') }, lately],
    [stakingRates, { coin, name: named('name'), pool: sql`NULL` }, lately],
  ]
}

function stablecoinFacts(lately: Sql): CopiedTogether {
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

function poolFacts(lately: Sql): CopiedTogether {
  const pool = pooled('pool')
  return [
    [yieldPools, { pool, chain: moved('chain'), poolOld: sql`NULL` }],
    [yieldSamples, { pool, tvlUsd: scaled('tvlUsd', 'pool') }, lately],
    [lendingSamples, { pool }, lately],
    [perpSamples, { pool, market: named('market') }, lately],
  ]
}

function companyFactsOf(lately: Sql, filedFrom: string): CopiedTogether {
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

function marketFacts(lately: Sql): CopiedTogether {
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

function scheduleFacts(): CopiedTogether {
  const again = sql`concat('{"name":"', toString(copy), ' ', substring(known.schedule, 10))`
  return [
    [unlockSchedules, { id: numbered('id'), schedule: again }],
    [unlockRecords, { schedule: numbered('schedule') }],
  ]
}

/** Transfers of the same bridges at other times, to and from other wallets. */
function transferFacts(): CopiedTogether {
  const wallet = (column: string, isWallet: Sql) =>
    sql`if(${isWallet}, ${hashed(column, 40)}, known.${identifier(column)})`
  return [
    [
      bridgeTransfers,
      {
        txHash: hashed('txHash', 64),
        atSec: sql`known.atSec - 37 * copy`,
        fromAddress: wallet('fromAddress', sql`known.isDeposit`),
        toAddress: wallet('toAddress', sql`NOT known.isDeposit`),
      },
    ],
  ]
}

/** A treasury's id is its protocol's with an ending. */
function treasuryFacts(lately: Sql): CopiedTogether {
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
