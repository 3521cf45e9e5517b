import './equities.css'
import { request, useDaysAgo, useOperation } from '../../api/request.ts'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { dayText, isoDay, toSec } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { defineTable, TableSection } from '../../page/table-section.tsx'
import {
  type Companies,
  companyList,
  companyPage,
  LISTED_METRICS,
  type RankedCompany,
} from './company-list.tsx'
import type { Group } from './group.ts'
import { groupColumns } from './group-columns.tsx'

const companies = defineList<Companies, RankedCompany>({
  ...companyList,
  title: 'Equities',
  ...request('listEquityCompanies', { metrics: LISTED_METRICS }),
  above: () => (
    <>
      <Market />
      <TableSection {...sectors} {...request('listEquitySectors', {})} sort="-mcap" />
      <WeekEarnings />
    </>
  ),
  choices: [
    by('sector', 'Sector', 'All sectors', 'sectorSlug'),
    by('industry', 'Industry', 'All industries', 'industrySlug'),
    by('country', 'Country', 'All countries', 'countryName'),
  ],
})

/** The market in figures, its sectors, earnings of the week, and every company. */
export const Equities = () => <ListPage list={companies} />

/** The whole market in figures. */
function Market() {
  const asked = useOperation('getEquitySectorsOverview', {})
  const market = asked.data?.body
  return (
    <Figures
      asked={asked}
      of={['getEquitySectorsOverview']}
      items={[
        usd('Market cap', market?.marketCap, {
          changes: {
            '1d': market?.priceChangePercentage1d,
            '7d': market?.priceChangePercentage7d,
          },
        }),
        usd('Volume, 24 h', market?.dollarVolume24h),
        usd('Revenue, 12 months', market?.revenueTTM),
        usd('Earnings, 12 months', market?.earningsTTM),
        { name: 'Price to earnings', value: market?.trailingPE },
        {
          name: 'Companies',
          value: market?.companyCount,
          note: <AppLink to="/equities/earnings">Earnings calendar</AppLink>,
        },
      ]}
    />
  )
}

/** Sectors of the market, largest first. */
const sectors = defineTable<readonly Group[], Group>({
  title: 'Sectors',
  rowsOf: (rows) => rows,
  keyOf: ({ sectorSlug }) => sectorSlug,
  hrefOf: ({ sectorSlug }) => `/equities/sectors/${encodeURIComponent(sectorSlug)}`,
  hasTotals: true,
  columns: groupColumns('Sector', ({ sector }) => sector),
})

const MAX_EVENTS = 24
const WEEK_DAYS = 7

/** Who reports in the seven days from the one that is shown. */
function WeekEarnings() {
  const from = useDaysAgo(0)
  const to = useDaysAgo(1 - WEEK_DAYS)
  const asked = useOperation('listEarningsCalendar', { from: isoDay(from), to: isoDay(to) })
  return (
    <Block
      title="Earnings in the next seven days"
      note={<AppLink to="/equities/earnings">The whole calendar</AppLink>}
      asked={asked}
      shape={{ rows: 3 }}
      empty={{ when: (events) => events.length === 0, say: 'No earnings scheduled.' }}
    >
      {(events) => (
        <>
          <ul className="week">
            {events.slice(0, MAX_EVENTS).map((event) => (
              <li key={`${event.iso2_country_code}${event.ticker}${event.event_key}`}>
                <AppLink to={companyPage(event.ticker, event.iso2_country_code)}>
                  {event.ticker}
                </AppLink>{' '}
                <span className="dim">
                  {dayText(toSec(event.report_date) ?? from)}, {event.date_status}
                  {event.max_drift_days !== null && ` ± ${event.max_drift_days} d`}
                </span>
              </li>
            ))}
          </ul>
          {events.length > MAX_EVENTS && (
            <p className="dim">and {events.length - MAX_EVENTS} more</p>
          )}
        </>
      )}
    </Block>
  )
}
