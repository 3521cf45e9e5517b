import { useMemo } from 'react'
import { type Body, request, useRequest } from '../../api/request.ts'
import { CandleChart } from '../../blocks/candles/candle-chart.tsx'
import type { Bar } from '../../blocks/candles/candle-shapes.ts'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { align } from '../../lib/series.ts'
import { toSec } from '../../lib/writing.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { type CompanyProps, companyKeys, signOf } from './company-keys.ts'

// Five years of days are finer than a screen; weeks are not.
const WEEKLY: ReadonlySet<string> = new Set(['5Y', 'MAX'])

/** The price: bars of opening, high, low and closing, or the line of closings. */
export function CompanyPrice({ query, view }: CompanyProps) {
  const { timeframe, price } = view.state
  const isWeekly = price === 'candles' && WEEKLY.has(timeframe)
  const asked = useRequest<Body<'getEquityOhlcv' | 'getEquityPriceHistory'>>(
    price === 'candles'
      ? request('getEquityOhlcv', {
          ...query,
          timeframe,
          granularity: isWeekly ? 'week' : undefined,
        })
      : request('getEquityPriceHistory', { ...query, timeframe }),
  )
  return (
    <Block
      title="Price"
      note={isWeekly ? 'A bar a week' : undefined}
      asked={asked}
      shape={{ height: 390 }}
      empty={{ when: (rows) => rows.length === 0, say: 'No prices available.' }}
    >
      {(rows, { path }) => (
        <>
          <div className="filters">
            <ViewSegments view={view} id="timeframe" of={companyKeys.timeframe} />
            <ViewSegments view={view} id="price" of={companyKeys.price} />
          </div>
          {isBars(rows) ? (
            <Candles rows={rows} label={`Price of ${query.ticker}`} />
          ) : (
            <Line points={rows} name={query.ticker} sign={signOf(query.country)} path={path} />
          )}
        </>
      )}
    </Block>
  )
}

type Closings = Body<'getEquityPriceHistory'>

/** Bars begin with a number of seconds, closings with a day. */
function isBars(rows: Closings | BarRow[]): rows is BarRow[] {
  return typeof rows[0]?.[0] === 'number'
}

function Candles({ rows, label }: { rows: readonly BarRow[]; label: string }) {
  const bars = useMemo(() => barsOf(rows), [rows])
  return <CandleChart label={label} bars={bars} />
}

function Line(props: { points: Closings; name: string; sign: string; path: string }) {
  const { points, name, sign, path } = props
  const data = useMemo(
    () => align([{ name, points: points.map(([time, price]) => [toSec(time), price]) }]),
    [points, name],
  )
  return <TimeChart label={`Price of ${name}`} data={data} kind="line" sign={sign} path={path} />
}

/** Time, opening, high, low, closing, volume; newest first. */
type BarRow = Body<'getEquityOhlcv'>[number]

/** Bars oldest first; one without a price has no shape and is left out. */
function barsOf(rows: readonly BarRow[]): Bar[] {
  return rows.toReversed().flatMap(([sec, open, high, low, close, volume]) => {
    if (open === null || high === null || low === null || close === null) return []
    return [{ sec, open, high, low, close, volume }]
  })
}
