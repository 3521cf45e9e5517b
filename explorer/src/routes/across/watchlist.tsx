import { useEffect, useMemo, useState } from 'react'
import { RowStateMark, stateName } from '../../blocks/states/row-state-mark.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { column } from '../../blocks/table/column.ts'
import { DataTable } from '../../blocks/table/data-table.tsx'
import { fromCarried, merged } from '../../blocks/watch/carried-list.ts'
import { nextVisits, readVisits, writeVisits } from '../../blocks/watch/visits.ts'
import { Watch } from '../../blocks/watch/watch.tsx'
import { replaceWatched, useWatched, type Watched } from '../../blocks/watch/watched.ts'
import { shortText } from '../../lib/numbers.ts'
import type { RowState } from '../../lib/row-states.ts'
import { momentText } from '../../lib/times.ts'
import { names, sorting } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { useView } from '../../page/use-view.ts'
import { CarryList } from './carry-list.tsx'
import { useWatchedFigures } from './use-watched-figures.ts'
import { useWatchedStates } from './use-watched-states.ts'
import { percent, type WatchedFigure } from './watched-figures.ts'
import { watchedPage, watchedSource } from './watched-page.ts'

interface Row extends Watched, WatchedFigure {
  readonly since: number | null
  /** Null where it is fresh, absent where nothing tells. */
  readonly state?: RowState | null
}

const keys = { list: names(), sort: sorting('name') }
const UNKNOWN: WatchedFigure = { figure: '', value: null, day: null, week: null }
const columns = [
  column<Row>('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
  column<Row>('text', 'kind', 'Kind', ({ kind }) => kind),
  column<Row>('text', 'figure', 'Figure', ({ figure }) => figure),
  column<Row>('ratio', 'value', 'Now', ({ value }) => value, {
    isMain: true,
    show: ({ value }) => shortText(value, { digits: 4 }),
    source: watchedSource,
  }),
  column<Row>('change', 'day', '1d', ({ day }) => day, { isMain: true }),
  column<Row>('change', 'week', '7d', ({ week }) => week),
  column<Row>('change', 'since', 'Since last visit', ({ since }) => since),
  column<Row>('text', 'state', 'State', ({ state }) => stateName(state), {
    show: ({ state }) => <RowStateMark state={state} />,
  }),
]

/** What is starred in this browser, with changes since the last visit; nothing leaves it. */
export function Watchlist() {
  const view = useView(keys)
  const own = useWatched()
  const carried = useMemo(() => fromCarried(view.state.list), [view.state.list])
  const isCarried = carried.length > 0
  const shown = isCarried ? carried : own
  const { figuresOf, isAwaited } = useWatchedFigures(shown)
  const stateOf = useWatchedStates(shown)
  const before = useVisits(own, (item) => figuresOf(item).get(item.id)?.value ?? null)
  const rows = shown.map((item): Row => {
    const figure = figuresOf(item).get(item.id) ?? UNKNOWN
    const state = stateOf(item)
    const since = percent(figure.value, before?.values[keyOf(item)])
    return { ...item, ...figure, since, ...(state === undefined ? {} : { state }) }
  })
  return (
    <>
      <PageHead
        title="Watchlist"
        note={
          before === null
            ? 'Stored in this browser only'
            : `Stored in this browser only; last visit ${momentText(before.atMs / 1000)} UTC`
        }
        ignored={view.ignored}
        actions={<CarryList list={shown} />}
      />
      {isCarried && (
        <p className="filters">
          This list came with the address.
          <button
            type="button"
            className="primary"
            onClick={() => {
              replaceWatched(merged(own, carried))
              view.set({ list: [] })
            }}
          >
            Add it to mine
          </button>
          <button type="button" className="chip" onClick={() => view.set({ list: [] })}>
            Show mine
          </button>
        </p>
      )}
      {isAwaited ? (
        <Skeleton shape={{ rows: shown.length + 1 }} />
      ) : (
        <DataTable
          label="Watchlist"
          rows={rows}
          columns={columns}
          sort={view.state.sort}
          onSort={(sort) => view.set({ sort })}
          keyOf={(row: Row) => keyOf(row)}
          hrefOf={(row: Row) => watchedPage(row)}
          lead={({ kind, id, name }) => <Watch kind={kind} id={id} name={name} />}
          empty="Nothing is starred. A star stands before every name in a table; w stars the page."
        />
      )}
    </>
  )
}

/** The visit before this one; what is seen now is remembered for the next. */
function useVisits(list: readonly Watched[], figureOf: (item: Watched) => number | null) {
  const [{ before }, setVisits] = useState(readVisits)
  const seen = JSON.stringify(
    Object.fromEntries(
      list.flatMap((item) => {
        const value = figureOf(item)
        return value === null ? [] : [[keyOf(item), value]]
      }),
    ),
  )
  useEffect(() => {
    if (seen === '{}') return
    const next = nextVisits(readVisits(), Date.now(), JSON.parse(seen) as Record<string, number>)
    writeVisits(next)
    setVisits(next)
  }, [seen])
  return before
}

function keyOf({ kind, id }: Pick<Watched, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}
