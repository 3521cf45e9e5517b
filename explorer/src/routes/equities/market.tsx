import { useOperation } from '../../api/use-operation.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { AppLink } from '../../page/app-link.tsx'

/** The whole market in figures. */
export function Market() {
  const { data, isPending: isLoading } = useOperation('getEquitySectorsOverview', {})
  const market = data?.body
  const source: Source = { operation: 'getEquitySectorsOverview', parameters: {} }
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
