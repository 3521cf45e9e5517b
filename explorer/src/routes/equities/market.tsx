import { useAnswer } from '../../api/use-answer.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { AppLink } from '../../page/app-link.tsx'

interface MarketFigures {
  readonly marketCap: number | null
  readonly dollarVolume24h: number | null
  readonly revenueTTM: number | null
  readonly earningsTTM: number | null
  readonly trailingPE: number | null
  readonly dividendYield: number | null
  readonly companyCount: number
  readonly sectorCount: number
  readonly industryCount: number
  readonly priceChangePercentage1d: number | null
  readonly priceChangePercentage7d: number | null
}

/** The whole market in figures. */
export function Market() {
  const { data, isPending: isLoading } = useAnswer<MarketFigures>('/equities/v1/sectors-overview')
  const market = data?.body
  const source = { operation: 'equities.getSectorsOverview', parameters: {} }
  return (
    <FigureStrip
      items={[
        {
          name: 'Market cap',
          value: market?.marketCap,
          sign: '$',
          isLoading,
          source,
          changes: [
            { span: '1d', percent: market?.priceChangePercentage1d },
            { span: '7d', percent: market?.priceChangePercentage7d },
          ],
        },
        { name: 'Volume, 24 h', value: market?.dollarVolume24h, sign: '$', isLoading },
        {
          name: 'Revenue, 12 months',
          value: market?.revenueTTM,
          sign: '$',
          isLoading,
        },
        {
          name: 'Earnings, 12 months',
          value: market?.earningsTTM,
          sign: '$',
          isLoading,
        },
        { name: 'Price to earnings', value: market?.trailingPE, isLoading },
        {
          name: 'Companies',
          value: market?.companyCount,
          isLoading,
          note: <AppLink to="/equities/earnings">Earnings calendar</AppLink>,
        },
      ]}
    />
  )
}
