import { sql } from '../../../lib/sql.ts'
import {
  type Members,
  readList,
  readMembers,
  readText,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  listCoinsOf,
  type Mirrored,
  type ResponseReader,
  readItems,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { coinOfAddress } from '../../registry/public.ts'
import { TREASURY_SUFFIX, treasuries, treasuryHoldings } from '../facts.ts'

const NOTE = 'Own tokens besides the protocol’s are not told.'

/** `/api/treasuries`: the holders that are protocols. */
const listTreasuries: ResponseReader = {
  operation: 'treasuries.listTreasuries',
  calls: 'once',
  carries: [{ fact: treasuries, refill: 'whole', note: NOTE }],
  rows: (body, context) => {
    const rows = readItems(readList(body, 'body'), 'body', context, (item, member) => {
      const row = holderOf(readMembers(item, member), member)
      // Services that list others here, too: those are entities.
      const isTreasury = row.id.endsWith(TREASURY_SUFFIX)
      return { ...row, protocol: isTreasury ? row.id.slice(0, -TREASURY_SUFFIX.length) : null }
    })
    return [rowsOf(treasuries, rows)]
  },
}

/** `/api/entities`: the holders that are not. */
const listEntities: ResponseReader = {
  operation: 'treasuries.listEntities',
  calls: 'once',
  carries: [{ fact: treasuries, refill: 'whole', note: NOTE }],
  rows: (body, context) => {
    const rows = readObjects(body, 'body', context, holderOf)
    return [rowsOf(treasuries, rows)]
  },
}

function holderOf(item: Members, member: string) {
  const text = (name: string) => readText(item[name], `${member}.${name}`)
  const symbol = text('symbol')
  return {
    id: requireText(item.id, `${member}.id`),
    protocol: null,
    name: requireText(item.name, `${member}.name`),
    ownTokens: [],
    // Some services write - where there is no token.
    symbol: symbol === '-' ? null : symbol,
    tokenCoin: coinOfAddress(text('address')),
    category: text('category'),
    url: text('url'),
    description: text('description'),
    logo: text('logo'),
    socialHandle: text('socialHandle'),
    aggregatorId: text('aggregator_id'),
    rankingSiteId: text('rankingSiteId'),
    module: text('module'),
  }
}

export const treasuryMirror: Mirrored = {
  // Tokens of holders.
  listCoins: (snapshot) =>
    listCoinsOf(
      snapshot,
      sql`SELECT DISTINCT assumeNotNull(tokenCoin) AS coin FROM ${snapshot.current(treasuries, sql`tokenCoin IS NOT NULL`)}`,
    ),
  responses: [listTreasuries, listEntities],
  leftOut: [
    {
      fact: treasuryHoldings,
      why: 'Responses have sums in US dollars, not amounts of tokens. Until holdings are imported, holders are known but not listed.',
    },
  ],
}
