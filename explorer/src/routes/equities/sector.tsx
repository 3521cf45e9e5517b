import { useMemo } from 'react'
import { type Body, request, useOperation } from '../../api/request.ts'
import { names } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useParam } from '../../page/page-head.tsx'
import { defineTable, TableSection } from '../../page/table-section.tsx'
import { type Companies, companyList, LISTED_METRICS, type RankedCompany } from './company-list.tsx'
import type { Group } from './group.ts'
import { groupColumns } from './group-columns.tsx'
import '../../blocks/table/table.css'
import type { QueryResult } from '../../api/response.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { inUnit, shortText } from '../../lib/writing.ts'

/** One sector: its figures beside the market's, its industries and its companies. */
export function Sector() {
  const sector = useParam('sector')
  const name = useOperation('getEquitySector', { sector }).data?.body.sector
  const list = useMemo(() => members(sector, name ?? sector), [sector, name])
  return <ListPage list={list} />
}

function members(sector: string, name: string) {
  return defineList<Companies, RankedCompany>({
    ...companyList,
    title: name,
    note: <AppLink to="/equities">Equities</AppLink>,
    ...request('listEquityCompanies', { sector, metrics: LISTED_METRICS }),
    columns: companyList.columns.filter(({ id }) => id !== 'sector'),
    choices: [
      by('industry', 'Industry', 'All industries', 'industrySlug'),
      by('country', 'Country', 'All countries', 'countryName'),
    ],
    above: () => (
      <>
        <SectorFigures sector={sector} />
        <TableSection
          {...industries}
          {...request('listEquityIndustries', { sector })}
          sort="-mcap"
        />
      </>
    ),
  })
}

/** Industries of a sector, largest first; one narrows the list of companies below. */
const industries = defineTable<readonly Group[], Group>({
  title: 'Industries',
  rowsOf: (rows) => rows,
  keyOf: ({ industrySlug }) => industrySlug ?? '',
  hasTotals: true,
  columns: groupColumns('Industry', ({ industry }) => industry ?? '', {
    show: ({ sectorSlug, industry, industrySlug }) => (
      <AppLink
        to={`/equities/sectors/${encodeURIComponent(sectorSlug)}`}
        search={{ industry: names().format([industrySlug ?? '']) }}
      >
        {industry}
      </AppLink>
    ),
  }),
})

type SectorDetail = Body<'getEquitySector'>
type Market = Body<'getEquitySectorsOverview'>

const COMPARED = [
  ['Price to earnings', 'trailingPE', 'medianTrailingPE'],
  ['Price to revenue', 'priceToRevenue', 'medianPriceToRevenue'],
  ['Price to book', 'priceToBook', 'medianPriceToBook'],
  ['EV to EBITDA', 'enterpriseValueToEbitda', 'medianEnterpriseValueToEbitda'],
  ['Operating margin, %', 'operatingProfitMarginTTM', 'medianOperatingProfitMarginTTM'],
  ['Dividend yield, %', 'dividendYield', 'medianDividendYield'],
] as const

/** A sector in figures: valuation against the market's medians, and how concentrated it is. */
export function SectorFigures({ sector }: { sector: string }) {
  const asked = useOperation('getEquitySector', { sector })
  const market = useOperation('getEquitySectorsOverview', {}).data?.body
  const figures = asked.data?.body
  return (
    <>
      <Figures
        asked={asked}
        of={['getEquitySector', { sector }]}
        items={[
          usd('Market cap', figures?.marketCap, {
            changes: {
              '1d': figures?.priceChangePercentage1d,
              '7d': figures?.priceChangePercentage7d,
            },
          }),
          { name: 'Weight, %', value: figures?.weight },
          { name: 'Companies', value: figures?.companyCount },
          { name: 'Price to earnings', value: figures?.trailingPE },
          { name: 'Price to revenue', value: figures?.priceToRevenue },
        ]}
      />
      <div className="columns">
        <Valuation asked={asked} market={market} />
        <Concentration asked={asked} />
      </div>
    </>
  )
}

function Valuation(props: { asked: QueryResult<SectorDetail>; market: Market | undefined }) {
  const { asked, market } = props
  return (
    <Block
      title="Valuation"
      asked={asked}
      shape={{ rows: 7 }}
      exports={{
        name: 'Valuation',
        rows: () => ({
          head: ['Figure', 'Sector', 'Its median', "Market's median"],
          rows: COMPARED.map(([name, member, median]) => {
            const own = asked.data?.body.valuation
            return [name, own?.[member], own?.[median], market?.[median]]
          }),
        }),
      }}
    >
      {({ valuation }) => (
        <table className="data" aria-label="Valuation">
          <thead>
            <tr>
              <th scope="col" className="left">
                Figure
              </th>
              <th scope="col">Sector</th>
              <th scope="col" className="wide-only">
                Its median
              </th>
              <th scope="col">Market's median</th>
            </tr>
          </thead>
          <tbody>
            {COMPARED.map(([name, member, median]) => (
              <tr key={member}>
                <td className="left">{name}</td>
                <td>{inUnit(valuation[member], 1, 2)}</td>
                <td className="wide-only">{inUnit(valuation[median], 1, 2)}</td>
                <td>{inUnit(market?.[median], 1, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}

function Concentration({ asked }: { asked: QueryResult<SectorDetail> }) {
  return (
    <Block title="Concentration" asked={asked} shape={{ rows: 7 }}>
      {({ concentration, description }) => {
        const { top10MarketCapShare, hhi, megaCapCount, megaCapThreshold, medianMarketCap } =
          concentration
        return (
          <>
            {description !== null && <p className="dim">{description}</p>}
            <Facts
              lines={[
                ['Share of the ten largest, %', inUnit(top10MarketCapShare, 1, 1)],
                ['Herfindahl index, 0 to 10,000', inUnit(hhi, 1, 0)],
                [
                  `Companies over ${shortText(megaCapThreshold, { sign: '$' })}`,
                  inUnit(megaCapCount, 1, 0),
                ],
                ['Median market cap', shortText(medianMarketCap, { sign: '$' })],
              ]}
            />
          </>
        )
      }}
    </Block>
  )
}
