import { useOperation } from '../../api/use-operation.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { CompanyDimensions } from './company-dimensions.tsx'
import { CompanyEarnings } from './company-earnings.tsx'
import { CompanyFigures } from './company-figures.tsx'
import { CompanyFilings } from './company-filings.tsx'
import { type CompanyProps, companyKeys, signOf } from './company-keys.ts'
import { CompanyOnchain } from './company-onchain.tsx'
import { CompanyPrice } from './company-price.tsx'
import { CompanyTreasury } from './company-treasury.tsx'
import { Statements } from './statements.tsx'
import type { Summary } from './summary.ts'

/** One listed company: price, figures, statements, earnings, filings and what is onchain of it. */
export function Company() {
  const country = useParam('country')
  const ticker = useParam('ticker')
  const view = useView(companyKeys)
  const query = { ticker, country }
  const asked = useOperation('getEquitySummary', query)
  const found = useOperation('getSearch', { q: ticker, limit: 10 })
  const named = found.data?.body.hits.filter(({ symbol }) => symbol === ticker) ?? []
  const name = named.find(({ kind }) => kind === 'company')?.name
  return (
    <>
      <PageHead
        title={name ?? ticker}
        note={noteOf(query, toSec(asked.data?.body.updatedAt))}
        crumb={<AppLink to="/equities">Equities</AppLink>}
        ignored={view.ignored}
      />
      <Head query={query} summary={asked.data?.body} isLoading={asked.isPending} />
      <CompanyPrice query={query} view={view} />
      <CompanyFigures asked={asked} sign={signOf(country)} />
      <CompanyDimensions query={query} view={view} />
      <Statements query={query} view={view} />
      {named.some(({ kind }) => kind === 'institution') && <CompanyTreasury symbol={ticker} />}
      <CompanyOnchain query={query} />
      <CompanyEarnings query={query} />
      <CompanyFilings query={query} view={view} />
    </>
  )
}

function noteOf({ ticker, country }: CompanyProps['query'], updatedSec: number | null): string {
  const currency = signOf(country) === '' ? '; in the currency of the listing' : ''
  const updated = updatedSec === null ? '' : `; price of ${momentText(updatedSec)} UTC`
  return `${ticker}, ${country}${currency}${updated}`
}

function Head({
  query,
  summary,
  isLoading,
}: {
  query: CompanyProps['query']
  summary: Summary | undefined
  isLoading: boolean
}) {
  const source: Source = { operation: 'getEquitySummary', parameters: query }
  const sign = signOf(query.country)
  return (
    <FigureStrip
      items={[
        {
          name: 'Price',
          value: summary?.currentPrice,
          sign,
          isLoading,
          source,
          changes: [
            { span: '1d', percent: summary?.priceChangePercentage1d },
            { span: '7d', percent: summary?.priceChangePercentage7d },
          ],
        },
        { name: 'Market cap', value: summary?.marketCap, sign, isLoading, source },
        { name: 'Enterprise value', value: summary?.enterpriseValue, sign, isLoading, source },
        { name: 'Price to earnings', value: summary?.trailingPE, isLoading, source },
        { name: 'Revenue, 12 months', value: summary?.revenueTTM, sign, isLoading, source },
        { name: 'Earnings, 12 months', value: summary?.earningsTTM, sign, isLoading, source },
      ]}
    />
  )
}
