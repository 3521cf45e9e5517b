import { toBatches } from '../../../lib/batches.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readBool,
  readList,
  readMembers,
  readNumber,
  readOptionalMembers,
  readSec,
  readText,
  requireNumber,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  type Call,
  type ResponseContext,
  type ResponseReader,
  readEntries,
  readItems,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { COINS_PER_CALL, CURRENT_PRICES } from '../../coins/public.ts'
import {
  protocolHallmarks,
  protocolMembers,
  protocols,
  readProtocolRow,
} from '../../registry/public.ts'
import { BUCKETS, chainAssets, PLAIN, SECTIONS, tvlRecords, tvlTokens } from '../facts.ts'

const DETAIL = 'tvl.getProtocol'
// A parent's series are its children's, so only what describes it is wanted.
const PARENT_FIELDS = [...Object.keys(protocolMembers), 'hallmarks', 'isParentProtocol'].join(',')

/** `/protocols`: what protocols are, and which of them changed. */
const listProtocols: ResponseReader = {
  operation: 'tvl.listProtocols',
  calls: 'once',
  carries: [
    {
      fact: protocols,
      refill: 'whole',
      note: '`excludedFromParent` is not served. The free root may say less.',
    },
  ],
  details: (body, context) => {
    const listed = readListed(body, context)
    const children = listed.map(
      ({ item }): Call => ({
        operation: DETAIL,
        params: { protocol: slugOf(item) },
        query: { include: 'tokens' },
        mark: stableId(JSON.stringify(item)),
      }),
    )
    const families = Map.groupBy(listed, ({ item }) => parentSlugOf(item))
    const parents = [...families].flatMap(([slug, members]): Call[] =>
      slug === null
        ? []
        : [
            {
              operation: DETAIL,
              params: { protocol: slug },
              query: { fields: PARENT_FIELDS },
              mark: stableId(JSON.stringify(members.map(({ row: { id, name } }) => [id, name]))),
            },
          ],
    )
    return [...children, ...parents, ...capCalls(listed)]
  },
  rows: (body, context) => [
    rowsOf(
      protocols,
      readListed(body, context).map(({ row }) => row),
    ),
  ],
}

interface ListedProtocol {
  item: Members
  row: ReturnType<typeof readProtocolRow>
  capUsd: number | null
}

function readListed(body: unknown, context: ResponseContext): ListedProtocol[] {
  return readObjects(body, 'body', context, (item, member) => {
    const capUsd = readNumber(item.mcap, `${member}.mcap`)
    return { item, row: readProtocolRow(item, member), capUsd }
  })
}

/** Market caps go with the coins whose prices turn them into supplies. */
function capCalls(listed: readonly ListedProtocol[]): Call[] {
  const caps = new Map<string, number>()
  for (const { row, capUsd } of listed)
    if (row.tokenCoin !== null && capUsd !== null) caps.set(row.tokenCoin, capUsd)
  return toBatches([...caps], COINS_PER_CALL).map((batch) => {
    const known = JSON.stringify(Object.fromEntries(batch))
    return {
      operation: CURRENT_PRICES,
      params: { coins: batch.map(([coin]) => coin).join(','), caps: known },
      mark: stableId(known),
    }
  })
}

/** `/protocol/{slug}`: its TVL by day; of a parent what it is. */
const getProtocol: ResponseReader = {
  operation: DETAIL,
  calls: 'listed',
  carries: [
    { fact: protocols, refill: 'whole', note: 'Parents.' },
    {
      fact: protocolHallmarks,
      refill: 'whole',
      note: 'Those of children stand under their parent too.',
      takesBack: { values: { withdrawn: true }, within: 'scope' },
    },
    {
      fact: tvlRecords,
      refill: 'daily',
      note: 'The record of that time each time; hourly from now on.',
      takesBack: { values: { tvlUsd: 0 }, within: 'range', where: sql`atSec % ${DAY_SEC} = 0` },
    },
    {
      fact: tvlTokens,
      refill: 'daily',
      note: 'Answers name tokens by symbol: the token is symbol:<symbol>, and tokens of one symbol are one.',
    },
  ],
  rows: (body, context) => {
    const detail = readMembers(body, 'body')
    const id = requireText(detail.id, 'id')
    const hallmarks = rowsOf(protocolHallmarks, readHallmarks(detail, id, context))
    if (readBool(detail.isParentProtocol, 'isParentProtocol') === true || id.startsWith('parent#'))
      return [rowsOf(protocols, [readProtocolRow(detail, 'body')]), hallmarks]
    const byPlace = readOptionalMembers(detail.chainTvls, 'chainTvls')
    const series = readEntries(byPlace, 'chainTvls', context, (key, value, member) => {
      const place = placeOf(key)
      if (place === null) return undefined
      const of = { protocol: id, ...place, member }
      return { points: readPoints(of, value), tokens: readTokens(of, value) }
    })
    return [
      hallmarks,
      rowsOf(
        tvlRecords,
        series.flatMap(({ points }) => points),
      ),
      rowsOf(
        tvlTokens,
        series.flatMap(({ tokens }) => tokens),
      ),
    ]
  },
}

interface Place {
  protocol: string
  chain: string
  section: string
  member: string
}

function readPoints({ protocol, chain, section, member }: Place, value: unknown) {
  const points = readList(readMembers(value, member).tvl, `${member}.tvl`)
  return points.flatMap((point) => {
    const { date, totalLiquidityUSD } = readMembers(point, `${member}.tvl[]`)
    const tvlUsd = readNumber(totalLiquidityUSD, `${member}.tvl[].totalLiquidityUSD`)
    if (tvlUsd === null) return []
    return [{ protocol, chain, section, atSec: requireSec(date, `${member}.tvl[].date`), tvlUsd }]
  })
}

function readTokens({ protocol, chain, section, member }: Place, value: unknown) {
  const { tokens, tokensInUsd } = readMembers(value, member)
  const amounts = new Map(
    readList(tokens, `${member}.tokens`).map((point) =>
      readTokenPoint(point, `${member}.tokens[]`),
    ),
  )
  return readList(tokensInUsd, `${member}.tokensInUsd`).flatMap((point) => {
    const [atSec, values] = readTokenPoint(point, `${member}.tokensInUsd[]`)
    const held = amounts.get(atSec) ?? {}
    return Object.entries(values).flatMap(([symbol, value]) => {
      const amount = readNumber(held[symbol], `${member}.tokens[].${symbol}`)
      const valueUsd = readNumber(value, `${member}.tokensInUsd[].${symbol}`)
      // Some services name a token in one of the two only.
      if (amount === null || valueUsd === null) return []
      const token = `symbol:${symbol.toLowerCase()}`
      return [{ protocol, chain, section, token, atSec, symbol, amount, valueUsd }]
    })
  })
}

function readTokenPoint(point: unknown, member: string): [number, Members] {
  const { date, tokens } = readMembers(point, member)
  return [requireSec(date, `${member}.date`), readOptionalMembers(tokens, `${member}.tokens`)]
}

function readHallmarks(detail: Members, protocol: string, context: ResponseContext) {
  const items = readList(detail.hallmarks, 'hallmarks')
  return readItems(items, 'hallmarks', context, (item, member) => {
    const [date, event] = readList(item, member)
    // Some have a range instead of a day.
    const onSec = readSec(Array.isArray(date) ? date[0] : date, `${member}[0]`)
    const text = readText(event, `${member}[1]`)
    if (onSec === null || text === null) return undefined
    return { protocol, onSec, event: text, withdrawn: null }
  })
}

/** `Ethereum`, `Ethereum-staking`; a bare section is the sum of its chains and says nothing new. */
function placeOf(key: string): { chain: string; section: string } | null {
  const names: readonly string[] = SECTIONS
  if (names.includes(key)) return null
  const dash = key.lastIndexOf('-')
  const section = key.slice(dash + 1)
  if (dash > 0 && names.includes(section)) return { chain: key.slice(0, dash), section }
  return { chain: key, section: PLAIN }
}

function slugOf(item: Members): string {
  return requireText(item.slug ?? item.name, 'slug')
    .toLowerCase()
    .replaceAll(' ', '-')
}

function parentSlugOf(item: Members): string | null {
  const slug = readText(item.parentProtocolSlug, 'parentProtocolSlug')
  return slug ?? readText(item.parentProtocol, 'parentProtocol')?.replace(/^parent#/, '') ?? null
}

/** `/api/chainAssets`: what is on each chain now, by how it came there. */
const getChainAssets: ResponseReader = {
  operation: 'tvl.getChainAssets',
  calls: 'once',
  carries: [{ fact: chainAssets, refill: 'current only', note: '', scope: ['chain'] }],
  rows: (body, context) => {
    const { timestamp, ...chains } = readMembers(body, 'body')
    const atSec = readSec(timestamp, 'timestamp') ?? context.atSec
    const rows = readEntries(chains, 'body', context, (chain, value, member) => {
      const buckets = readMembers(value, member)
      return BUCKETS.flatMap((bucket) => {
        const { breakdown } = readOptionalMembers(buckets[bucket], `${member}.${bucket}`)
        const parts = readOptionalMembers(breakdown, `${member}.${bucket}.breakdown`)
        return Object.entries(parts).map(([symbol, usd]) => ({
          chain,
          bucket,
          symbol,
          atSec,
          valueUsd: requireNumber(usd, `${member}.${bucket}.breakdown.${symbol}`),
        }))
      })
    })
    return [rowsOf(chainAssets, rows.flat())]
  },
}

export const tvlResponses = [listProtocols, getProtocol, getChainAssets]
