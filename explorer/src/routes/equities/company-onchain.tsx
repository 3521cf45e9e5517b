import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import { OutwardLink } from '../../page/outward-link.tsx'
import { useTableView } from '../../page/use-table-view.ts'
import type { CompanyProps } from './company-keys.ts'

type Perp = Onchain['perps'][number]

type Token = Onchain['tokens'][number]

type Onchain = Body<'getEquityOnchain'>

const MARKETS = 'Perpetuals on its shares'

/** Where shares of a company are traded onchain; left out where they are not. */
export function CompanyOnchain({ query }: Pick<CompanyProps, 'query'>) {
  const asked = useOperation('getEquityOnchain', query)
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
