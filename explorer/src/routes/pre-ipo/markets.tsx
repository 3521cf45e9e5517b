import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { OutwardLink } from '../../page/outward-link.tsx'
import { useTableView } from '../../page/use-table-view.ts'

interface Market {
  readonly venue: string
  readonly kind: string
  readonly url: string | null
  readonly price: number | null
  readonly valuation: number | null
  /** Open interest of a perpetual, market cap of a token. */
  readonly sizeUsd: number | null
  readonly volume: number | null
  readonly fundingPercent: number | null
}

type Integrations = Body<'getPreIpoIntegrations'>

/** Where a claim on a private company is traded; left out where nowhere. */
export function Markets({ company }: { company: string }) {
  const asked = useOperation('getPreIpoIntegrations', { company })
  const view = useTableView('-size')
  const body = asked.data?.body
  if (body === undefined || marketsOf(body).length === 0) return null
  return (
    <TableBlock
      title="Markets"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={marketsOf}
      keyOf={({ venue, kind }) => `${venue} ${kind}`}
    />
  )
}

function marketsOf({ data: { perps, tokenIssuers } }: Integrations): Market[] {
  return [
    ...perps.map((perp) => ({
      venue: perp.exchangeName,
      kind: `Perpetual, ${perp.exchangeType}`,
      url: perp.tradeUrl,
      price: perp.price,
      valuation: perp.estimatedValuation,
      sizeUsd: perp.openInterest,
      volume: perp.volume,
      fundingPercent: perp.annualizedFundingRate,
    })),
    ...tokenIssuers.map((issuer) => ({
      venue: issuer.issuerName,
      kind: `Token, ${issuer.backing}`,
      url: issuer.productUrl,
      price: issuer.price,
      valuation: issuer.estimatedValuation,
      sizeUsd: issuer.marketCap,
      volume: null,
      fundingPercent: null,
    })),
  ]
}

const columns = [
  column<Market>('text', 'venue', 'Venue', ({ venue }) => venue, {
    isMain: true,
    show: ({ url, venue }) => <OutwardLink href={url}>{venue}</OutwardLink>,
  }),
  column<Market>('text', 'kind', 'Kind', ({ kind }) => kind),
  column<Market>('price', 'price', 'Price', ({ price }) => price, { isMain: true }),
  column<Market>('usd', 'value', 'Implied value', ({ valuation }) => valuation, {
    isMain: true,
    unitSize: 1e9,
    decimals: 2,
  }),
  column<Market>('usd', 'size', 'Size', ({ sizeUsd }) => sizeUsd, {
    describe: 'Open interest of a perpetual, market cap of a token',
  }),
  column<Market>('usd', 'volume', 'Volume', ({ volume }) => volume),
  column<Market>('change', 'funding', 'Funding a year', ({ fundingPercent }) => fundingPercent),
]
