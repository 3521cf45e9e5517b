import { useMemo } from 'react'
import type { Body } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { CandleChart } from '../../blocks/candles/candle-chart.tsx'
import { Segments } from '../../blocks/chart/segments.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { toSec } from '../../lib/times.ts'
import { type BarRow, barsOf } from './bars.ts'
import { type CompanyProps, signOf, TIMEFRAMES } from './company-keys.ts'

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
      empty={{ when: (rows) => rows.length === 0, say: 'No price is stored.' }}
    >
      {(rows, { address }) => (
        <>
          <div className="filters">
            <Segments
              label="Range"
              options={TIMEFRAMES}
              value={timeframe}
              onChange={(next) => view.set({ timeframe: next })}
            />
            <Segments
              label="Drawn as"
              options={['candles', 'line']}
              value={price}
              onChange={(next) => view.set({ price: next })}
            />
          </div>
          {isBars(rows) ? (
            <Candles rows={rows} label={`Price of ${query.ticker}`} />
          ) : (
            <Line
              points={rows}
              name={query.ticker}
              sign={signOf(query.country)}
              address={address}
            />
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

function Line({
  points,
  name,
  sign,
  address,
}: {
  points: Closings
  name: string
  sign: string
  address: string
}) {
  const data = useMemo(() => {
    const known = points.toReversed().flatMap(([time, price]) => {
      const sec = toSec(time)
      return sec === null ? [] : [{ sec, price }]
    })
    return {
      times: known.map(({ sec }) => sec),
      series: [{ name, values: known.map(({ price }) => price) }],
    }
  }, [points, name])
  return (
    <TimeChart label={`Price of ${name}`} data={data} kind="line" sign={sign} address={address} />
  )
}
