import { useMemo } from 'react'
import { type Body, useOperation } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { align } from '../../lib/series.ts'
import { toSec } from '../../lib/writing.ts'
import { allTime, type SeriesView } from '../../page/series-keys.ts'
import { type CompanyProps, signOf } from './company-keys.ts'

type Dimensions = Body<'getEquityDimensions'>

const FLOWS = [
  ['Revenue', 'revenue'],
  ['Earnings', 'earnings'],
  ['Returned to holders', 'holdersRevenue'],
] as const
const SHARES = [['Shares', 'basicSharesOutstanding']] as const
const HEIGHT = 170

/** Revenue, earnings and what holders got by period, and the shares they are spread over. */
export function CompanyDimensions({ query, view }: CompanyProps) {
  const { period, shares } = view.state
  const asked = useOperation('getEquityDimensions', {
    ...query,
    asReported: shares === 'filed' ? true : undefined,
  })
  const sign = signOf(query.country)
  const noun = period === 'quarterly' ? 'quarter' : 'year'
  const shared = { asked, period, view }
  return (
    <div className="columns">
      <Panel title={`Revenue and earnings a ${noun}`} lines={FLOWS} sign={sign} {...shared} />
      <Panel title="Shares outstanding" lines={SHARES} sign="" {...shared} />
    </div>
  )
}

function Panel(props: {
  title: string
  asked: QueryResult<Dimensions>
  lines: readonly (readonly [name: string, member: keyof Dimensions])[]
  period: 'quarterly' | 'annual'
  sign: string
  view: SeriesView
}) {
  const { title, asked, lines, period, sign, view } = props
  const body = asked.data?.body
  const data = useMemo(
    () =>
      align(
        lines.map(([name, member]) => ({
          name,
          points: (body?.[member][period] ?? []).map(([date, value]) => [toSec(date), value]),
        })),
      ),
    [body, lines, period],
  )
  return (
    <Block title={title} asked={asked} shape={{ height: HEIGHT + 60 }}>
      {(_, { path }) => (
        <TimeChart
          label={title}
          data={data}
          kind={lines === SHARES ? 'line' : 'bar'}
          sign={sign}
          view={allTime(view)}
          mode="abs"
          height={HEIGHT}
          path={path}
        />
      )}
    </Block>
  )
}
