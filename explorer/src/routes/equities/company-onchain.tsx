import { useAnswer } from '../../api/use-answer.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import { OutwardLink } from '../../page/outward-link.tsx'
import { useTableView } from '../../page/use-table-view.ts'
import type { CompanyProps } from './company-keys.ts'

interface Perp {
  readonly pair: string
  readonly price: number | null
  readonly volume24h: number | null
  readonly openInterest: number | null
  readonly annualizedFundingRate: number | null
  readonly tradeUrl: string | null
  readonly contractSlug: string
  readonly exchangeProtocolSlug: string
  readonly exchangeType: string
  readonly updatedAt: string
}

interface Token {
  readonly issuer: string
  readonly price: number | null
  readonly assetSlug: string
  readonly activeMarketcap: number | null
}

interface Onchain {
  readonly perps: readonly Perp[]
  readonly tokens: readonly Token[]
}

const MARKETS = 'Perpetuals on its shares'

/** Where shares of a company are traded onchain; left out where they are not. */
export function CompanyOnchain({ query }: Pick<CompanyProps, 'query'>) {
  const asked = useAnswer<Onchain>('/equities/v1/onchain', query)
  const perpView = useTableView('-interest')
  const tokenView = useTableView('-mcap')
  const body = asked.data?.body
  return (
    <>
      {body !== undefined && body.perps.length > 0 && (
        <TableBlock
          title={MARKETS}
          asked={asked}
          view={perpView}
          columns={perpColumns}
          rowsOf={perpsOf}
          keyOf={({ contractSlug }) => contractSlug}
        />
      )}
      {body !== undefined && body.tokens.length > 0 && (
        <TableBlock
          title="Tokens of its shares"
          asked={asked}
          view={tokenView}
          columns={tokenColumns}
          rowsOf={tokensOf}
          keyOf={({ issuer, assetSlug }) => `${issuer} ${assetSlug}`}
        />
      )}
    </>
  )
}

const perpsOf = ({ perps }: Onchain) => perps
const tokensOf = ({ tokens }: Onchain) => tokens

const perpColumns = [
  column<Perp>('text', 'venue', 'Venue', (row) => row.exchangeProtocolSlug, {
    isMain: true,
    show: ({ tradeUrl, exchangeProtocolSlug }) => (
      <OutwardLink href={tradeUrl}>{exchangeProtocolSlug}</OutwardLink>
    ),
  }),
  column<Perp>('text', 'pair', 'Pair', ({ pair }) => pair),
  column<Perp>('text', 'kind', 'Kind', ({ exchangeType }) => exchangeType),
  column<Perp>('price', 'price', 'Price', ({ price }) => price, { isMain: true }),
  column<Perp>('usd', 'interest', 'Open interest', (row) => row.openInterest, {
    isMain: true,
  }),
  column<Perp>('usd', 'volume', 'Volume 24h', ({ volume24h }) => volume24h),
  column<Perp>('change', 'funding', 'Funding a year', (row) => row.annualizedFundingRate),
  column<Perp>('moment', 'at', 'As of', ({ updatedAt }) => toSec(updatedAt), { isExtra: true }),
]

const tokenColumns = [
  column<Token>('text', 'issuer', 'Issuer', ({ issuer }) => issuer, { isMain: true }),
  column<Token>('text', 'asset', 'Token', ({ assetSlug }) => assetSlug),
  column<Token>('price', 'price', 'Price', ({ price }) => price, { isMain: true }),
  column<Token>('usd', 'mcap', 'Active market cap', (row) => row.activeMarketcap, {
    isMain: true,
  }),
]
