import { useCallback } from 'react'
import { type Body, request, useOperation } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { FigureStrip, Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { ChoiceField } from '../../blocks/filters/fields.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { toSec, utcText } from '../../lib/writing.ts'
import { AppLink, ExternalLink } from '../../page/app-link.tsx'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { defineTable, TableSection } from '../../page/table-section.tsx'
import { nameOf } from '../../page/view-fields.tsx'
import { CompanyDimensions } from './company-dimensions.tsx'
import { CompanyFigures, type Summary } from './company-figures.tsx'
import { type CompanyProps, companyKeys, signOf } from './company-keys.ts'
import { perps, tokens } from './company-onchain.tsx'
import { CompanyPrice } from './company-price.tsx'
import { dateColumns } from './drift-bar.tsx'
import type { EarningsEvent } from './earnings-event.ts'
import { Statements } from './statements.tsx'

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
      <DetailHead
        of="/equities"
        title={name ?? ticker}
        note={noteOf(query, toSec(asked.data?.body.updatedAt))}
        ignored={view.ignored}
      />
      <Head query={query} asked={asked} />
      <CompanyPrice query={query} view={view} />
      <CompanyFigures asked={asked} sign={signOf(country)} />
      <CompanyDimensions query={query} view={view} />
      <Statements query={query} view={view} />
      {named.some(({ kind }) => kind === 'institution') && <CompanyTreasury symbol={ticker} />}
      <TableSection
        {...perps}
        {...request('getEquityOnchain', query)}
        sort="-interest"
        leftOut="until known"
      />
      <TableSection
        {...tokens}
        {...request('getEquityOnchain', query)}
        sort="-mcap"
        leftOut="until known"
      />
      <TableSection
        {...earnings}
        {...request('listEarningsCalendar', { ticker })}
        rowsOf={(events) => events.filter((event) => event.iso2_country_code === country)}
        sort="-date"
        leftOut="when empty"
      />
      <CompanyFilings query={query} view={view} />
    </>
  )
}

function noteOf({ ticker, country }: CompanyProps['query'], updatedSec: number | null): string {
  const currency = signOf(country) === '' ? '; in the listing currency' : ''
  const updated = updatedSec === null ? '' : `; price of ${utcText(updatedSec)}`
  return `${ticker}, ${country}${currency}${updated}`
}

function Head({ query, asked }: Pick<CompanyProps, 'query'> & { asked: QueryResult<Summary> }) {
  const summary = asked.data?.body
  const sign = signOf(query.country)
  return (
    <Figures
      asked={asked}
      of={['getEquitySummary', query]}
      items={[
        {
          name: 'Price',
          value: summary?.currentPrice,
          sign,
          changes: {
            '1d': summary?.priceChangePercentage1d,
            '7d': summary?.priceChangePercentage7d,
          },
        },
        { name: 'Market cap', value: summary?.marketCap, sign },
        { name: 'Enterprise value', value: summary?.enterpriseValue, sign },
        { name: 'Price to earnings', value: summary?.trailingPE },
        { name: 'Revenue, 12 months', value: summary?.revenueTTM, sign },
        { name: 'Earnings, 12 months', value: summary?.earningsTTM, sign },
      ]}
    />
  )
}

/** The coins that a listed company holds. */
function CompanyTreasury({ symbol }: { symbol: string }) {
  const asked = useOperation('getInstitution', { symbol })
  return (
    <Block
      title="Coins it holds"
      note={<AppLink to={`/dat/${encodeURIComponent(symbol)}`}>Purchases and premium</AppLink>}
      asked={asked}
      shape={{ height: 80 }}
    >
      {(held) => (
        <FigureStrip
          items={[
            usd('Holdings', held.totalUsdValue),
            usd('Cost', held.totalCost),
            { name: 'mNAV', value: held.realized_mNAV },
            ...Object.entries(held.assets).map(([id, { usdValue }]) =>
              usd(held.assetsMeta[id]?.name ?? id, usdValue),
            ),
          ]}
        />
      )}
    </Block>
  )
}

/** When a company reported and will report, and where each date comes from. */
const earnings = defineTable<readonly EarningsEvent[], EarningsEvent>({
  title: 'Earnings',
  rowsOf: (events) => events,
  keyOf: ({ event_key }) => event_key,
  columns: [column('text', 'period', 'Period', 'event_key', MAIN), ...dateColumns(['before'])],
})

type Filing = Body<'listEquityFilings'>[number]

/** What a company filed, newest first. */
function CompanyFilings({ query, view }: CompanyProps) {
  const asked = useOperation('listEquityFilings', query)
  const [form = ''] = view.state.form
  const forms = [...new Set((asked.data?.body ?? []).map((filing) => filing.form))].sort()
  const rowsOf = useCallback(
    (all: readonly Filing[]) => (form === '' ? all : all.filter((filing) => filing.form === form)),
    [form],
  )
  return (
    <TableBlock
      {...filings}
      asked={asked}
      view={view}
      rowsOf={rowsOf}
      filters={
        <ChoiceField {...nameOf(view, 'form')} label="Form" all="All forms" options={forms} />
      }
    />
  )
}

const filings = defineTable<readonly Filing[], Filing>({
  title: 'Filings',
  rowsOf: (all) => all,
  keyOf: (row) => `${row.filingDate} ${row.form} ${row.primaryDocumentUrl}`,
  empty: 'No filings available.',
  columns: [
    column('text', 'form', 'Form', 'form', MAIN),
    column('day', 'date', 'Filed', ({ filingDate }) => toSec(filingDate), MAIN),
    column('day', 'report', 'Period', ({ reportDate }) => toSec(reportDate)),
    column('text', 'what', 'Document', 'documentDescription', {
      isMain: true,
      show: ({ primaryDocumentUrl, documentDescription, form }) => (
        <ExternalLink href={primaryDocumentUrl}>{documentDescription ?? form}</ExternalLink>
      ),
    }),
  ],
})
