import type { Body } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { poolsOf } from './pool-row.ts'
import { YieldTabs } from './yield-tabs.tsx'

type PerpList = Body<'listPerps'>
type Perp = PerpList['data'][number]

const RATE = { decimals: 4 }

const perps = defineList<PerpList, Perp>({
  title: 'Perpetual funding',
  ...request('listPerps', {}),
  rowsOf: poolsOf,
  keyOf: ({ perp_id }) => perp_id,
  searchIn: ({ market, marketplace }) => [market, marketplace],
  sort: '-interest',
  hasTotals: true,
  fill: 'almanac import perp_samples <file>',
  above: () => <YieldTabs />,
  choices: [
    {
      id: 'venue',
      name: 'Venue',
      all: 'All venues',
      namesOf: ({ marketplace }) => [marketplace],
    },
    { id: 'asset', name: 'Asset', all: 'All assets', namesOf: ({ baseAsset }) => [baseAsset] },
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chain }) => [chain] },
  ],
  columns: [
    column('text', 'market', 'Market', ({ market }) => market, { isMain: true }),
    column('text', 'venue', 'Venue', ({ marketplace }) => marketplace),
    column('text', 'chain', 'Chain', ({ chain }) => chain),
    column('change', 'rate', 'Funding', (row) => percentOf(row.fundingRate), {
      ...RATE,
      isMain: true,
      describe: 'Paid by longs to shorts each time; negative is paid by shorts',
    }),
    column('change', 'week', '7d mean', (row) => percentOf(row.fundingRate7dAverage), RATE),
    column('change', 'month', '30d mean', (row) => percentOf(row.fundingRate30dAverage), RATE),
    column('change', 'previous', 'Before', (row) => percentOf(row.fundingRatePrevious), {
      ...RATE,
      isExtra: true,
    }),
    column('usd', 'interest', 'Open interest', ({ openInterest }) => openInterest, {
      isMain: true,
      addsUp: true,
    }),
    column('price', 'mark', 'Mark', ({ markPrice }) => markPrice),
    column('price', 'index', 'Index', ({ indexPrice }) => indexPrice),
    column('moment', 'next', 'Next', ({ nextFundingTime }) => toSec(nextFundingTime)),
    column('moment', 'at', 'Read', ({ timestamp }) => toSec(timestamp), { isExtra: true }),
  ],
})

export const Perps = () => <ListPage list={perps} />

function percentOf(rate: number | null): number | null {
  return rate === null ? null : rate * 100
}
