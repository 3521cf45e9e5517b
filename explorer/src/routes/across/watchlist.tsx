import { useEffect, useMemo, useRef, useState } from 'react'
import type { OperationId } from '../../api/operations.ts'
import { Button } from '../../blocks/controls/button.tsx'
import { saveFile } from '../../blocks/export/save-file.ts'
import type { Source } from '../../blocks/figure/origin.ts'
import { FOLDERS } from '../../blocks/palette/hit.ts'
import { RowStateMark, stateName } from '../../blocks/states/row-state-mark.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { type Column, column, MAIN } from '../../blocks/table/column.ts'
import { DataTable } from '../../blocks/table/data-table.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import {
  fromCarried,
  merged,
  nextVisits,
  parseWatched,
  readVisits,
  replaceWatched,
  toCarried,
  useWatched,
  type Watched,
  writeVisits,
} from '../../blocks/watch/watched.ts'
import type { RowState } from '../../lib/row-states.ts'
import { percentChange } from '../../lib/sums.ts'
import { names, sorting } from '../../lib/view-state.ts'
import { shortText, utcText } from '../../lib/writing.ts'
import { PageHead, useView } from '../../page/page-head.tsx'
import { useCopy } from '../../page/use-copy.ts'
import { useWatchedFigures, useWatchedStates } from './use-watched-figures.ts'
import type { WatchedFigure } from './watched-figures.ts'

/** The page of something that is watched; null where it has none. */
function watchedPage({ kind, id }: Pick<Watched, 'kind' | 'id'>): string | null {
  if (kind === 'company') {
    const [country = '', ticker = ''] = id.split(':')
    return `/equities/${country}/${encodeURIComponent(ticker)}`
  }
  const folder = FOLDERS[kind]
  return folder === undefined ? null : `${folder}/${encodeURIComponent(id)}`
}

// Operation that tells the main figure of one thing, and the parameter that names it.
const SOURCES: Readonly<Record<string, readonly [operation: OperationId, parameter: string]>> = {
  protocol: ['getCurrentTvl', 'protocol'],
  chain: ['getHistoricalChainTvl', 'chain'],
  coin: ['getCurrentPrices', 'coins'],
  stablecoin: ['getStablecoin', 'asset'],
  pool: ['getPoolChart', 'pool'],
}

/** Where the figure of something that is watched comes from. */
function watchedSource({ kind, id }: Pick<Watched, 'kind' | 'id'>): Source | null {
  const found = SOURCES[kind]
  return found === undefined ? null : { operation: found[0], parameters: { [found[1]]: id } }
}

interface Row extends Watched, WatchedFigure {
  readonly since: number | null
  /** Null where it is fresh, absent where nothing tells. */
  readonly state?: RowState | null
}

const keys = { list: names(), sort: sorting('name') }
const UNKNOWN: WatchedFigure = { figure: '', value: null, day: null, week: null }
const columns: readonly Column<Row>[] = [
  column('text', 'name', 'Name', 'name', MAIN),
  column('text', 'kind', 'Kind', 'kind'),
  column('text', 'figure', 'Figure', 'figure'),
  column<Row>('ratio', 'value', 'Now', 'value', {
    isMain: true,
    show: ({ value }) => shortText(value, { digits: 4 }),
    source: watchedSource,
  }),
  column('change', 'day', '1d', 'day', MAIN),
  column('change', 'week', '7d', 'week'),
  column('change', 'since', 'Since last visit', 'since'),
  column('text', 'state', 'State', ({ state }) => stateName(state), {
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
    const since = percentChange(figure.value, before?.values[keyOf(item)])
    return { ...item, ...figure, since, ...(state === undefined ? {} : { state }) }
  })
  return (
    <>
      <PageHead
        title="Watchlist"
        note={
          before === null
            ? 'Stored in this browser only'
            : `Stored in this browser only; last visit ${utcText(before.atMs)}`
        }
        ignored={view.ignored}
        actions={<CarryList list={shown} />}
      />
      {isCarried && (
        <CarriedNote
          onAdd={() => {
            replaceWatched(merged(own, carried))
            view.set({ list: [] })
          }}
          onDrop={() => view.set({ list: [] })}
        />
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
          empty="Nothing starred yet. Use the star before a name in any table, or press w on a page."
        />
      )}
    </>
  )
}

function CarriedNote({ onAdd, onDrop }: { onAdd(): void; onDrop(): void }) {
  return (
    <p className="filters">
      This list came with the link.
      <Button look="primary" onClick={onAdd}>
        Add it to mine
      </Button>
      <Button look="chip" onClick={onDrop}>
        Show mine
      </Button>
    </p>
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

const list = names()

/** A watch list as a file or a link, to carry it to another browser. */
function CarryList({ list: shown }: { list: readonly Watched[] }) {
  const own = useWatched()
  const file = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy()
  const read = async (chosen: File | undefined) => {
    if (chosen !== undefined) replaceWatched(merged(own, parseWatched(await chosen.text())))
  }
  const copyLink = () => {
    const { origin, pathname } = window.location
    const query = new URLSearchParams({ list: list.format(toCarried(shown)) })
    copy(`${origin}${pathname}?${query}`)
  }
  return (
    <>
      <Button
        aria-keyshortcuts="e"
        onClick={() =>
          saveFile('watchlist.json', 'application/json', JSON.stringify(shown, null, 2))
        }
      >
        Save to a file
      </Button>
      <Button onClick={() => file.current?.click()}>Add from a file</Button>
      <Button onClick={copyLink}>{copied === null ? 'Copy a link' : 'Copied'}</Button>
      <input
        ref={file}
        type="file"
        accept="application/json"
        hidden
        aria-label="File of a watchlist"
        onChange={(event) => void read(event.target.files?.[0])}
      />
    </>
  )
}
