import { useAnswer } from '../../api/use-answer.ts'
import { type Points, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import { choice, names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { CompanyEarnings } from './company-earnings.tsx'
import { Statements } from './statements.tsx'

const keys = {
  ...seriesKeys,
  statement: choice(['incomeStatement', 'balanceSheet', 'cashflow'], 'incomeStatement'),
  period: choice(['quarterly', 'annual'], 'quarterly'),
  cols: names(),
  sort: sorting('-date'),
}

interface Summary {
  readonly currentPrice: number | null
  readonly marketCap: number | null
  readonly enterpriseValue: number | null
  readonly trailingPE: number | null
  readonly dividendYield: number | null
  readonly revenueTTM: number | null
  readonly earningsTTM: number | null
  readonly priceChangePercentage1d: number | null
  readonly priceChangePercentage7d: number | null
}

interface Filing {
  readonly filingDate: string
  readonly reportDate: string | null
  readonly form: string
  readonly primaryDocumentUrl: string | null
  readonly documentDescription: string | null
}

/** One listed company: price, statements, earnings and filings. */
export function Company() {
  const country = useParam('country')
  const ticker = useParam('ticker')
  const view = useView(keys)
  const query = { ticker, country }
  const asked = useAnswer<Summary>('/equities/v1/summary', query)
  const filings = useAnswer<readonly Filing[]>('/equities/v1/filings', query)
  const summary = asked.data?.body
  const isLoading = asked.isPending
  return (
    <>
      <PageHead
        title={ticker}
        note={country}
        crumb={<AppLink to="/equities">Equities</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Price',
            value: summary?.currentPrice,
            sign: '$',
            isLoading,
            source: { operation: 'equities.getSummary', parameters: query },
            changes: [
              { span: '1d', percent: summary?.priceChangePercentage1d },
              { span: '7d', percent: summary?.priceChangePercentage7d },
            ],
          },
          { name: 'Market cap', value: summary?.marketCap, sign: '$', isLoading },
          { name: 'Enterprise value', value: summary?.enterpriseValue, sign: '$', isLoading },
          { name: 'Price to earnings', value: summary?.trailingPE, isLoading },
          { name: 'Revenue, 12 months', value: summary?.revenueTTM, sign: '$', isLoading },
          { name: 'Earnings, 12 months', value: summary?.earningsTTM, sign: '$', isLoading },
        ]}
      />
      <SeriesBlock<Points>
        title="Price"
        path="/equities/v1/price-history"
        query={query}
        kind="line"
        sign="$"
        view={view}
        seriesOf={(points) => [
          { name: ticker, points: points.map(([time, value]) => [toSec(time), value]) },
        ]}
      />
      <Statements query={query} view={view} />
      <CompanyEarnings query={query} />
      <TableBlock
        title="Filings"
        asked={filings}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={(row) => `${row.filingDate} ${row.form} ${row.primaryDocumentUrl}`}
        empty="No filing is stored."
      />
    </>
  )
}

const rowsOf = (rows: readonly Filing[]) => rows

const columns = [
  column<Filing>('text', 'form', 'Form', ({ form }) => form, { isMain: true }),
  column<Filing>('day', 'date', 'Filed', ({ filingDate }) => toSec(filingDate), { isMain: true }),
  column<Filing>('day', 'report', 'Period', ({ reportDate }) => toSec(reportDate)),
  column<Filing>('text', 'what', 'Document', (row) => row.documentDescription, {
    isMain: true,
    show: ({ primaryDocumentUrl, documentDescription, form }) =>
      primaryDocumentUrl?.startsWith('https://') ? (
        <a className="link" href={primaryDocumentUrl} rel="noreferrer noopener" target="_blank">
          {documentDescription ?? form}
        </a>
      ) : (
        documentDescription
      ),
  }),
]
