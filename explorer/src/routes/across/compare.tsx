import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type ApiError, addressOf, ask } from '../../api/ask.ts'
import type { AnswerState, Asked } from '../../api/asked.ts'
import { RangeField } from '../../blocks/chart/range-field.tsx'
import { Segments } from '../../blocks/chart/segments.tsx'
import { windowOf } from '../../blocks/chart/shape.ts'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { align, since } from '../../lib/series.ts'
import { choice, names, sorting } from '../../lib/view-state.ts'
import { rememberCompared } from '../../page/comparing.ts'
import { PageHead } from '../../page/page-head.tsx'
import { type SeriesState, seriesKeys } from '../../page/series-keys.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { useView } from '../../page/use-view.ts'
import { AddSeries } from './add-series.tsx'
import { parseCompared } from './compared.ts'
import { ComparedTable } from './compared-table.tsx'
import { dividedByFirst } from './divided.ts'

const MAX_SERIES = 10
const MODES = ['index100', 'abs', 'percent', 'log', 'ratio'] as const
const MODE_NAMES = {
  index100: 'index 100',
  abs: 'figures',
  percent: 'change',
  ratio: 'ratio to the first',
}
const keys = {
  ...seriesKeys,
  mode: choice(MODES, 'index100'),
  s: names(),
  cols: names(),
  sort: sorting(''),
}
const PLOT = { plotHeight: 360, hasNames: true }

/** Up to ten series of any kind on one axis, and how they move with the first. */
export function Compare() {
  const view = useView(keys)
  const { s, mode } = view.state
  const { wanted, answers } = useCompared(s)
  useEffect(() => rememberCompared(s), [s])
  const series = wanted.flatMap(({ name, read }, index) => {
    const body = answers[index]?.data?.body
    return body === undefined ? [] : [{ name, points: read(body) }]
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew only when an answer comes
  const whole = useMemo(() => align(series), [...answers.map((one) => one.data)])
  const drawn = useMemo(() => (mode === 'ratio' ? dividedByFirst(whole) : whole), [whole, mode])
  const [fromSec, toSec] = windowOf(whole.times, view.state)
  const shown = useMemo(() => since(whole, fromSec, toSec), [whole, fromSec, toSec])
  const scale = mode === 'ratio' ? 'abs' : mode
  const seriesView = {
    state: { ...view.state, mode: scale },
    // The scale is chosen above the chart, which knows no ratio.
    set: ({ mode: _, ...changes }: Partial<SeriesState>) => view.set(changes),
  }
  // Whichever came stands for all: one that is refused is named, and the others are drawn.
  const first = answers.find(({ data }) => data !== undefined) ?? answers[0]
  const failed = answers.filter((one) => one.error !== null && one !== first)
  const asked = first && withAwaited(first, answers)
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
      {failed.map(({ error, refetch }) => (
        <Refusal
          key={(error as ApiError).address}
          error={error as ApiError}
          onRetry={() => void refetch()}
        />
      ))}
      {asked === undefined ? (
        <p className="empty">Choose a figure and a name above, for example tvl and a protocol.</p>
      ) : (
        <>
          <Block
            title="Comparison"
            asked={asked}
            shape={PLOT}
            tools={
              <>
                <RangeField view={seriesView} />
                <Segments
                  label="Scale"
                  options={MODES}
                  names={MODE_NAMES}
                  value={mode}
                  onChange={(next) => view.set({ mode: next })}
                />
              </>
            }
          >
            {(_, { isDemo }) => (
              <TimeChart
                label="Comparison"
                data={drawn}
                kind="line"
                view={seriesView}
                mode={scale}
                height={PLOT.plotHeight}
                hasNames
                isDemo={isDemo}
                address={window.location.pathname + window.location.search}
              />
            )}
          </Block>
          <ComparedTable asked={asked} view={view} whole={whole} shown={shown} />
        </>
      )}
    </>
  )
}

/** A series that is still awaited must not look like one that is missing. */
function withAwaited(first: Asked<unknown>, all: readonly Asked<unknown>[]): AnswerState<unknown> {
  return { ...first, isPlaceholderData: all.some(({ isPending }) => isPending) }
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
  return { wanted, answers: answers as Asked<unknown>[] }
}
