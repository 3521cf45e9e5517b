import { type ReactNode, useCallback, useMemo } from 'react'
import { type ApiRequest, type AskOptions, useRequest } from '../api/request.ts'
import { ResponsePath } from '../api/response.ts'
import { BoundsField, ChoiceField, SearchField } from '../blocks/filters/fields.tsx'
import { Excluded, NothingFits } from '../blocks/filters/set-filters.tsx'
import { Command } from '../blocks/states/command.tsx'
import { Skeleton } from '../blocks/states/skeleton.tsx'
import type { Column } from '../blocks/table/column.ts'
import { AWAITED_TABLE, TableBlock } from '../blocks/table/table-block.tsx'
import { Watch } from '../blocks/watch/watch.tsx'
import {
  bounds,
  type Keys,
  names,
  type Sort,
  type StateOf,
  tableKeys,
  text,
} from '../lib/view-state.ts'
import { grouped } from '../lib/writing.ts'
import {
  boundsIn,
  dropsOf,
  fitsFilters,
  namesIn,
  notId,
  optionsOf,
  type RowFilters,
  setFilters,
} from './list-filters.ts'
import { PageHead, useView, type ViewOf } from './page-head.tsx'

export interface ListPageOptions<T, Row> extends ApiRequest<T>, RowFilters<Row> {
  readonly title: string
  readonly note?: ReactNode
  readonly ask?: AskOptions
  rowsOf(body: T): readonly Row[]
  readonly columns: readonly Column<Row>[]
  keyOf(row: Row): string
  hrefOf?(row: Row): string | null
  readonly sort: string
  readonly hasTotals?: boolean
  /** Starred rows of this kind are kept in this browser. */
  readonly watched?: { kind: string; nameOf(row: Row): string }
  /** Further keys of the URL, such as those of a chart above the table. */
  readonly keys?: Keys
  /** Whether a row is shown, by the further keys. */
  fits?(row: Row, view: ListView): boolean
  /** Controls beside the filters, for the further keys. */
  tools?(view: ListView): ReactNode
  /** Above the table from the start, so that nothing moves: what asks for itself. */
  above?(view: ListView): ReactNode
  /** Above the table: figures and charts of the same response. */
  before?(body: T, view: ListView): ReactNode
  /** Below the table. */
  below?(view: ListView): ReactNode
  /** Command that fills the fact. */
  readonly fill?: string
}

export interface List<T, Row> extends ListPageOptions<T, Row> {
  readonly keys: Keys
}

/** What a list page is made of, with the keys of its URL. */
export function defineList<T, Row>(options: ListPageOptions<T, Row>): List<T, Row> {
  const { choices = [], limits = [] } = options
  const keys: Keys = {
    ...options.keys,
    ...Object.fromEntries(limits.map(({ id }) => [id, bounds()])),
    q: text(),
    ...Object.fromEntries(
      choices.flatMap(({ id }) => [id, notId(id)].map((key) => [key, names()])),
    ),
    ...tableKeys(options.sort),
  }
  return { ...options, keys }
}

/** What a list page shows. */
export interface ListView {
  readonly state: ListState
  set(changes: Readonly<Record<string, unknown>>): void
}

/** The view of a list as one of the keys that it was given. */
export function viewOf<const K extends Keys>(view: ListView, _keys: K): ViewOf<K> {
  const state: Readonly<Record<string, unknown>> = view.state
  return { state: state as StateOf<K>, set: view.set }
}

export interface ListState extends Readonly<Record<string, unknown>> {
  readonly q: string
  readonly cols: readonly string[]
  readonly sort: Sort
}

/** A page that is a table: searched, narrowed and sorted, all in its URL. */
export function ListPage<T, Row>(props: ListPageProps<T, Row>) {
  const { data } = useRequest(props.list, props.list.ask)
  return (
    <ResponsePath value={data?.path ?? null}>
      <ListBody {...props} />
    </ResponsePath>
  )
}

interface ListPageProps<T, Row> {
  readonly list: List<T, Row>
  /** Whether another response is awaited that the rows need too. */
  readonly isAwaited?: boolean
}

function ListBody<T, Row>({ list, isAwaited = false }: ListPageProps<T, Row>) {
  const { keys, watched, title } = list
  const { state: known, set, ignored } = useView(keys)
  const state = known as ListState
  const view: ListView = useMemo(() => ({ state, set }), [state, set])
  const asked = useRequest(list, list.ask)
  const body = asked.data?.body
  const all = useMemo(() => (body === undefined ? [] : list.rowsOf(body)), [body, list])
  const rowsOf = useCallback(
    () =>
      all.filter((row) => list.fits?.(row, view) !== false && fitsFilters(row, view.state, list)),
    [all, view, list],
  )
  const lead =
    watched === undefined
      ? undefined
      : (row: Row) => <Watch kind={watched.kind} id={list.keyOf(row)} name={watched.nameOf(row)} />
  return (
    <>
      <PageHead title={title} note={list.note} ignored={ignored} />
      {list.above?.(view)}
      {isAwaited || (list.before !== undefined && asked.isPending) ? (
        // Of one response: it comes with all that is below, so that nothing is moved by it.
        <Skeleton shape={AWAITED_TABLE} />
      ) : (
        <>
          {body !== undefined && list.before?.(body, view)}
          <TableBlock
            title={title}
            asked={asked}
            view={view}
            columns={list.columns}
            rowsOf={rowsOf}
            keyOf={list.keyOf}
            hrefOf={list.hrefOf}
            lead={lead}
            note={(shown, count) =>
              count === all.length ? shown : `${shown} of ${grouped(all.length, 0)}`
            }
            hasTotals={list.hasTotals ?? false}
            empty={<Empty {...{ list, all, view }} />}
            filters={
              <>
                <ListFilters filters={list} all={all} state={state} set={set} />
                {list.tools?.(view)}
              </>
            }
          />
        </>
      )}
      {list.below?.(view)}
    </>
  )
}

interface PartProps<T, Row> {
  readonly list: List<T, Row>
  /** All rows of the response, whatever the filters. */
  readonly all: readonly Row[]
  readonly view: ListView
}

/** A field for a text, and one for each filter by a name or a figure. */
export function ListFilters<Row>(props: {
  filters: Pick<RowFilters<Row>, 'choices' | 'limits'>
  label?: string
  all: readonly Row[]
  state: Readonly<Record<string, unknown>> & { readonly q: string }
  set(changes: Readonly<Record<string, unknown>>): void
}) {
  const { filters, label = 'Find', all, state, set } = props
  const { choices = [], limits = [] } = filters
  return (
    <>
      <SearchField label={label} value={state.q} onChange={(q) => set({ q })} />
      {choices.map((choice) => (
        <ChoiceField
          key={choice.id}
          label={choice.name}
          all={choice.all}
          options={optionsOf(all, choice)}
          value={namesIn(state, choice.id)[0] ?? ''}
          onChange={(value) => set({ [choice.id]: value === '' ? [] : [value] })}
        />
      ))}
      <Excluded state={state} choices={choices} onDrop={set} />
      {limits.map(({ id, name, unitSize = 1 }) => (
        <BoundsField
          key={id}
          label={name}
          unitSize={unitSize}
          value={boundsIn(state, id)}
          onChange={(value) => set({ [id]: value })}
        />
      ))}
    </>
  )
}

function Empty<T, Row>({ list, all, view: { state, set } }: PartProps<T, Row>) {
  const { title, fill } = list
  if (all.length > 0) {
    const drops = dropsOf(all, setFilters(state, list), (row, { id, empty }) =>
      fitsFilters(row, { ...state, [id]: empty }, list),
    )
    return <NothingFits drops={drops} onDrop={set} />
  }
  return (
    <>
      <p>{title}: no data yet.</p>
      {fill !== undefined && (
        <>
          <p>This fills it:</p>
          <Command>{fill}</Command>
        </>
      )}
      <p>Or copy what another service has:</p>
      <Command>{'almanac mirror <URL>'}</Command>
    </>
  )
}
