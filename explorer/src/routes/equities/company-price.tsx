import { useMemo } from 'react'
import { type Asked, useAnswer } from '../../api/use-answer.ts'
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
  const asked = useAnswer<readonly unknown[]>(
    price === 'candles' ? '/equities/v1/ohlcv' : '/equities/v1/price-history',
    {
      ...query,
      timeframe,
      granularity: price === 'candles' && WEEKLY.has(timeframe) ? 'week' : undefined,
    },
  )
  return (
    <Block
      title="Price"
      note={WEEKLY.has(timeframe) && price === 'candles' ? 'A bar a week' : undefined}
      asked={asked}
      shape={{ height: 390 }}
      empty={{ when: (rows) => rows.length === 0, say: 'No price is stored.' }}
    >
      {(_, { address }) => (
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
          {address.startsWith('/equities/v1/ohlcv') ? (
            <Candles asked={asked as Asked<readonly BarRow[]>} label={`Price of ${query.ticker}`} />
          ) : (
            <Line
              asked={asked as Asked<readonly PricePoint[]>}
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

type PricePoint = readonly [time: string, price: number | null]

function Candles({ asked, label }: { asked: Asked<readonly BarRow[]>; label: string }) {
  const rows = asked.data?.body
  const bars = useMemo(() => barsOf(rows ?? []), [rows])
  return <CandleChart label={label} bars={bars} />
}

function Line({
  asked,
  name,
  sign,
  address,
}: {
  asked: Asked<readonly PricePoint[]>
  name: string
  sign: string
  address: string
}) {
  const points = asked.data?.body
  const data = useMemo(() => {
    const known = (points ?? []).toReversed().flatMap(([time, price]) => {
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
