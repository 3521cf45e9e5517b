import { sql } from '../../../lib/sql.ts'
import {
  type Members,
  readMembers,
  readNumber,
  readOptionalMembers,
  readTexts,
  requireNumber,
} from '../../../sources/mirror/read-value.ts'
import {
  listCoinsOf,
  type Mirrored,
  type ResponseReader,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { prices } from '../../coins/public.ts'
import { protocolIds, readRegistry } from '../../registry/public.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../facts.ts'
import { saidRecord } from '../records.ts'

const OPERATION = 'rwa.listCurrent'
// Answers tell how much all excluded holders have together.
const EXCLUDED_HOLDERS = 'all excluded holders'
const TOKENS = 'Value ÷ price of that time; each cycle adds one.'

/** `/rwa/current`: every asset, and what there is of it now. */
const listCurrent: ResponseReader = {
  operation: OPERATION,
  calls: async (snapshot) => [
    { operation: OPERATION, params: {}, mark: '', known: await readRegistry(snapshot) },
  ],
  carries: [
    {
      fact: rwaAssets,
      refill: 'whole',
      note: 'Without the stablecoin an asset is and the protocols of its issuer. The coin is its first contract where it has no aggregator id.',
      scope: [],
    },
    { fact: rwaSupply, refill: 'from now on', note: TOKENS, scope: ['asset'] },
    {
      fact: rwaExcluded,
      refill: 'from now on',
      note: `${TOKENS} All holders together.`,
      scope: ['asset'],
    },
    {
      fact: rwaPositions,
      refill: 'from now on',
      note: `${TOKENS} Protocols must be known.`,
      scope: ['asset'],
    },
    { fact: prices, refill: 'from now on', note: 'Of the coins of assets.' },
  ],
  rows: (body, context) => {
    const ids = protocolIds(context)
    const items = readObjects(body, 'body', context, (item, member) => {
      const asset = assetOf(item, member)
      return { asset, ...amountsOf(item, asset, member, { ids, atSec: context.atSec }) }
    })
    ids.report()
    const listed = <K extends keyof (typeof items)[number]>(part: K) =>
      items.map((item) => item[part])
    return [
      rowsOf(rwaAssets, listed('asset')),
      rowsOf(rwaSupply, listed('supply').flat()),
      rowsOf(rwaExcluded, listed('excluded').flat()),
      rowsOf(rwaPositions, listed('positions').flat()),
      rowsOf(prices, listed('priced').flat()),
    ]
  },
}

function assetOf(item: Members, member: string) {
  const said = saidRecord.row(item, member)
  const contracts = contractsOf(item, member)
  return {
    ...said,
    coin: said.aggregatorId === null ? (contracts[0] ?? null) : null,
    stablecoinId: null,
    issuerProtocols: [],
    contracts,
  }
}

/** `<chain>:<address>` each. */
function contractsOf(item: Members, member: string): string[] {
  const byChain = readOptionalMembers(item.contracts, `${member}.contracts`)
  return Object.entries(byChain).flatMap(([chain, addresses]) =>
    readTexts(addresses, `${member}.contracts.${chain}`).map((address) => `${chain}:${address}`),
  )
}

interface Reading {
  ids: ReturnType<typeof protocolIds>
  atSec: number
}

/** Amounts in tokens; none without a price. */
function amountsOf(
  item: Members,
  { id, coin, aggregatorId, activeMcapData }: ReturnType<typeof assetOf>,
  member: string,
  { ids, atSec }: Reading,
) {
  const price = readNumber(item.price, `${member}.price`)
  if (price === null || price <= 0) return { supply: [], excluded: [], positions: [], priced: [] }
  const pricedAs = aggregatorId === null ? coin : `aggregator:${aggregatorId}`
  const usdOf = (name: string): [string, number][] =>
    Object.entries(readOptionalMembers(item[name], `${member}.${name}`)).map(([chain, usd]) => [
      chain,
      requireNumber(usd, `${member}.${name}.${chain}`),
    ])
  const onChain = usdOf('onChainMcap')
  const active = new Map(activeMcapData ? usdOf('activeMcap') : [])
  const tokens = { asset: id, atSec, quality: 'extrapolated' as const }
  const excluded = onChain.flatMap(([chain, usd]) => {
    const activeUsd = active.get(chain)
    if (activeUsd === undefined) return []
    const amount = Math.max(0, usd - activeUsd) / price
    return [{ ...tokens, chain, holder: EXCLUDED_HOLDERS, amount }]
  })
  const held = readOptionalMembers(item.defiActiveTvl, `${member}.defiActiveTvl`)
  const positions = Object.entries(held).flatMap(([chain, value]) => {
    const place = `${member}.defiActiveTvl.${chain}`
    return Object.entries(readMembers(value, place)).flatMap(([slug, usd]) => {
      const protocol = ids.find(slug)
      if (protocol === undefined) return []
      return [
        { ...tokens, chain, protocol, amount: requireNumber(usd, `${place}.${slug}`) / price },
      ]
    })
  })
  return {
    supply: onChain.map(([chain, usd]) => ({ ...tokens, chain, supply: usd / price })),
    excluded,
    positions,
    priced: pricedAs === null ? [] : [{ coin: pricedAs, atSec, priceUsd: price, confidence: null }],
  }
}

/** The coins that have the prices of assets. */
function listCoins(snapshot: Snapshot): Promise<string[]> {
  return listCoinsOf(
    snapshot,
    sql`SELECT DISTINCT ifNull(coin, concat('aggregator:', ifNull(aggregatorId, ''))) AS coin
     FROM ${snapshot.current(rwaAssets, sql`coin IS NOT NULL OR aggregatorId IS NOT NULL`)}`,
  )
}

export const rwaMirror: Mirrored = { listCoins, responses: [listCurrent] }
