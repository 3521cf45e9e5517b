import type { Body } from '../../api/request.ts'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/writing.ts'
import { outwardColumn } from '../../page/columns.tsx'
import { defineTable } from '../../page/table-section.tsx'

type Onchain = Body<'getEquityOnchain'>

/** Perpetuals on the shares of a company. */
export const perps = defineTable<Onchain, Onchain['perps'][number]>({
  title: 'Perpetuals on its shares',
  rowsOf: (onchain) => onchain.perps,
  keyOf: ({ contractSlug }) => contractSlug,
  columns: [
    outwardColumn('venue', 'Venue', (row) => [row.exchangeProtocolSlug, row.tradeUrl], MAIN),
    column('text', 'pair', 'Pair', 'pair'),
    column('text', 'kind', 'Kind', 'exchangeType'),
    column('price', 'price', 'Price', 'price', MAIN),
    column('usd', 'interest', 'Open interest', 'openInterest', MAIN),
    column('usd', 'volume', 'Volume 24h', 'volume24h'),
    column('change', 'funding', 'Funding a year', 'annualizedFundingRate'),
    column('timestamp', 'at', 'As of', ({ updatedAt }) => toSec(updatedAt), EXTRA),
  ],
})

export const tokens = defineTable<Onchain, Onchain['tokens'][number]>({
  title: 'Tokens of its shares',
  rowsOf: (onchain) => onchain.tokens,
  keyOf: ({ issuer, assetSlug }) => `${issuer} ${assetSlug}`,
  columns: [
    column('text', 'issuer', 'Issuer', 'issuer', MAIN),
    column('text', 'asset', 'Token', 'assetSlug'),
    column('price', 'price', 'Price', 'price', MAIN),
    column('usd', 'mcap', 'Active market cap', 'activeMarketcap', MAIN),
  ],
})
