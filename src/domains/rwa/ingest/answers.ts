import { sql } from '../../../lib/sql.ts'
import { type Answer, type Mirrored, readItems, rowsOf } from '../../../sources/mirror/answer.ts'
import {
  type Members,
  readBool,
  readList,
  readMembers,
  readNumber,
  readOptionalMembers,
  readText,
  readTexts,
  requireNumber,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { prices } from '../../coins/public.ts'
import { protocolIds, readRegistry } from '../../registry/public.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../facts.ts'

const OPERATION = 'rwa.listCurrent'
// Answers tell how much all excluded holders have together.
const EXCLUDED_HOLDERS = 'all excluded holders'
const TOKENS = 'Value ÷ price of the moment; each turn adds one.'

/** `/rwa/current`: every asset, and what there is of it now. */
const listCurrent: Answer = {
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
    const items = readItems(readList(body, 'body'), 'body', context, (value, member) => {
      const item = readMembers(value, member)
      const asset = assetOf(item, member)
      return { asset, ...amountsOf(item, asset, member, { ids, atSec: context.atSec }) }
    })
    ids.report()
    return [
      rowsOf(
        rwaAssets,
        items.map(({ asset }) => asset),
      ),
      rowsOf(
        rwaSupply,
        items.flatMap(({ supply }) => supply),
      ),
      rowsOf(
        rwaExcluded,
        items.flatMap(({ excluded }) => excluded),
      ),
      rowsOf(
        rwaPositions,
        items.flatMap(({ positions }) => positions),
      ),
      rowsOf(
        prices,
        items.flatMap(({ priced }) => priced),
      ),
    ]
  },
}

function assetOf(item: Members, member: string) {
  const text = (name: string) => readText(item[name], `${member}.${name}`)
  const texts = (name: string) => readTexts(item[name], `${member}.${name}`)
  const says = (name: string) => readBool(item[name], `${member}.${name}`)
  const contracts = contractsOf(item, member)
  const aggregatorId = text('aggregatorId')
  return {
    id: requireText(item.id, `${member}.id`),
    canonicalMarketId: text('canonicalMarketId'),
    ticker: requireText(item.ticker, `${member}.ticker`),
    assetName: text('assetName'),
    assetGroup: text('assetGroup'),
    primaryChain: text('primaryChain'),
    category: texts('category'),
    assetClass: texts('assetClass'),
    type: text('type'),
    rwaClassification: text('rwaClassification'),
    accessModel: text('accessModel'),
    issuer: text('issuer'),
    parentPlatform: text('parentPlatform'),
    stablecoin: says('stablecoin') ?? false,
    governance: says('governance') ?? false,
    activeMcapData: says('activeMcapData') ?? false,
    coin: aggregatorId === null ? (contracts[0] ?? null) : null,
    stablecoinId: null,
    issuerProtocols: [],
    aggregatorId,
    logo: text('logo'),
    website: texts('website'),
    socialHandle: texts('socialHandle'),
    isin: text('isin'),
    issuerSourceLink: texts('issuerSourceLink'),
    issuerRegistryInfo: texts('issuerRegistryInfo'),
    attestationLinks: texts('attestationLinks'),
    descriptionNotes: texts('descriptionNotes'),
    attestations: says('attestations'),
    redeemable: says('redeemable'),
    cexListed: says('cexListed'),
    kycForMintRedeem: says('kycForMintRedeem'),
    kycAllowlistedWhitelistedToTransferHold: says('kycAllowlistedWhitelistedToTransferHold'),
    transferable: says('transferable'),
    selfCustody: says('selfCustody'),
    delisted: says('delisted'),
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
async function listCoins(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.query<{ coin: string }>(
    sql`SELECT DISTINCT ifNull(coin, concat('aggregator:', ifNull(aggregatorId, ''))) AS coin
     FROM ${snapshot.current(rwaAssets, sql`coin IS NOT NULL OR aggregatorId IS NOT NULL`)}`,
  )
  return rows.map(({ coin }) => coin)
}

export const rwaMirror: Mirrored = { listCoins, answers: [listCurrent] }
