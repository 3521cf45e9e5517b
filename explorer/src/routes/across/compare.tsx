import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type ApiError, addressOf, ask } from '../../api/ask.ts'
import { RANGE_NAMES, RANGES } from '../../blocks/chart/prepare.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { align, since } from '../../lib/series.ts'
import { DAY_SEC } from '../../lib/times.ts'
import { choice, names } from '../../lib/view-state.ts'
import { rememberCompared } from '../../page/comparing.ts'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { useView } from '../../page/use-view.ts'
import { AddSeries } from './add-series.tsx'
import { parseCompared } from './compared.ts'
import { ComparedTable } from './compared-table.tsx'
import { dividedByFirst } from './divided.ts'

const MAX_SERIES = 10
const MODES = ['index100', 'abs', 'log', 'ratio'] as const
const MODE_NAMES = { index100: 'index 100', abs: 'figures', ratio: 'ratio to the first' }
const keys = { ...seriesKeys, mode: choice(MODES, 'index100'), s: names() }

/** Up to ten series of any kind on one axis, and how they move with the first. */
export function Compare() {
  const view = useView(keys)
  const { s, range, mode } = view.state
  const { wanted, answers } = useCompared(s)
  useEffect(() => rememberCompared(s), [s])
  const series = wanted.flatMap(({ name, read }, index) => {
    const body = answers[index]?.data?.body
    return body === undefined ? [] : [{ name, points: read(body) }]
  })
  const failed = answers.find(({ error }) => error !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew only when an answer comes
  const whole = useMemo(() => align(series), [...answers.map((one) => one.data)])
  const data = useMemo(
    () => since(whole, (whole.times.at(-1) ?? 0) - RANGES[range] * DAY_SEC),
    [whole, range],
  )
  return (
    <>
      <PageHead title="Compare" note={`Up to ${MAX_SERIES} series`} ignored={view.ignored} />
      <AddSeries onAdd={(text) => view.set({ s: [...new Set([...s, text])] })} />
      <ul className="filters">
        {wanted.map(({ text, name }) => (
          <li key={text}>
            <button
              type="button"
              className="chip"
              onClick={() => view.set({ s: s.filter((other) => other !== text) })}
            >
              {name} ×
            </button>
          </li>
        ))}
      </ul>
      {s.length > MAX_SERIES && <p className="dim">The first {MAX_SERIES} are shown.</p>}
      {failed?.error != null && (
        <Refusal error={failed.error as ApiError} onRetry={() => void failed.refetch()} />
      )}
      <div className="filters">
        <Segments
          label="Range"
          options={RANGE_NAMES}
          value={range}
          onChange={(next) => view.set({ range: next })}
        />
        <Segments
          label="Scale"
          options={MODES}
          names={MODE_NAMES}
          value={mode}
          onChange={(next) => view.set({ mode: next })}
        />
      </div>
      {wanted.length === 0 ? (
        <p className="empty">Choose a figure and a name above, for example tvl and a protocol.</p>
      ) : series.length === 0 && failed === undefined ? (
        <Skeleton shape={{ plotHeight: 360, hasNames: true }} />
      ) : (
        <>
          <TimeChart
            label="Comparison"
            data={mode === 'ratio' ? dividedByFirst(data) : data}
            kind="line"
            range="all"
            mode={mode === 'ratio' ? 'abs' : mode}
            height={360}
            hasNames
            address={window.location.pathname + window.location.search}
          />
          <section className="block">
            <header className="section-head">
              <h2>In figures</h2>
            </header>
            <ComparedTable whole={whole} shown={data} />
          </section>
        </>
      )}
    </>
  )
}

function useCompared(texts: readonly string[]) {
  const asOf = useAsOf()
  const wanted = texts.slice(0, MAX_SERIES).flatMap((text) => parseCompared(text) ?? [])
  const answers = useQueries({
    queries: wanted.map(({ path, query }) => {
      const address = addressOf(path, asOf === null ? query : { ...query, asOf })
      return {
        queryKey: ['answer', address],
        queryFn: ({ signal }: { signal: AbortSignal }) => ask<unknown>(address, signal),
        retry: false,
      }
    }),
  })
  return { wanted, answers }
}
