import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, addressOf, ask } from '../../api/ask.ts'
import { RANGE_NAMES } from '../../blocks/chart/prepare.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { align } from '../../lib/series.ts'
import { choice, names } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { useView } from '../../page/use-view.ts'
import { COMPARED, type Compared, parseCompared } from './compared.ts'

const MAX_SERIES = 10
const keys = {
  ...seriesKeys,
  mode: choice(['abs', 'index100', 'log'], 'index100'),
  s: names(),
}

/** Up to ten series of any kind on one axis. */
export function Compare() {
  const view = useView(keys)
  const asOf = useAsOf()
  const wanted = view.state.s.slice(0, MAX_SERIES).flatMap((text) => parseCompared(text) ?? [])
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
  const series = wanted.flatMap(({ name, pointsOf }, index) => {
    const body = answers[index]?.data?.body
    return body === undefined ? [] : [{ name, points: pointsOf(body) }]
  })
  const failed = answers.find(({ error }) => error !== null)
  return (
    <>
      <PageHead title="Compare" note={`Up to ${MAX_SERIES} series`} ignored={view.ignored} />
      <AddSeries onAdd={(text) => view.set({ s: [...new Set([...view.state.s, text])] })} />
      <ul className="filters">
        {wanted.map(({ text, name }) => (
          <li key={text}>
            <button
              type="button"
              className="chip"
              onClick={() => view.set({ s: view.state.s.filter((other) => other !== text) })}
            >
              {name} ×
            </button>
          </li>
        ))}
      </ul>
      {failed?.error != null && (
        <Refusal error={failed.error as ApiError} onRetry={() => void failed.refetch()} />
      )}
      <div className="filters">
        <Segments
          label="Range"
          options={RANGE_NAMES}
          value={view.state.range}
          onChange={(range) => view.set({ range })}
        />
        <Segments
          label="Scale"
          options={['index100', 'abs', 'log']}
          names={{ index100: 'index 100', abs: 'figures' }}
          value={view.state.mode}
          onChange={(mode) => view.set({ mode })}
        />
      </div>
      {wanted.length === 0 ? (
        <p className="empty">Choose a figure and a name above, for example tvl and a protocol.</p>
      ) : series.length === 0 && failed === undefined ? (
        <Skeleton shape={{ height: 360 }} />
      ) : (
        <TimeChart
          label="Comparison"
          data={align(series)}
          kind="line"
          mode={view.state.mode}
          range={view.state.range}
          height={360}
          address={window.location.pathname + window.location.search}
        />
      )}
    </>
  )
}

function AddSeries({ onAdd }: { onAdd(text: string): void }) {
  const [figure, setFigure] = useState<Compared>('tvl')
  const [name, setName] = useState('')
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onAdd(`${figure}:${name.trim()}`)
        setName('')
      }}
    >
      <select
        aria-label="Figure"
        value={figure}
        onChange={(event) => setFigure(event.target.value as Compared)}
      >
        {Object.entries(COMPARED).map(([id, { label }]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <input
        aria-label="Name or id"
        placeholder={COMPARED[figure].placeholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="primary">
        Add
      </button>
    </form>
  )
}
