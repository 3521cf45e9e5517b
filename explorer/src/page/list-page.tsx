import { type ReactNode, useCallback, useMemo } from 'react'
import { AnswerAddress } from '../api/answer-address.ts'
import type { AskOptions } from '../api/asked.ts'
import type { ApiRequest } from '../api/request.ts'
import { useRequest } from '../api/use-operation.ts'
import { ChoiceField } from '../blocks/filters/choice-field.tsx'
import { Excluded } from '../blocks/filters/excluded.tsx'
import { SearchField } from '../blocks/filters/search-field.tsx'
import { Command } from '../blocks/states/command.tsx'
import { NothingFits } from '../blocks/states/nothing-fits.tsx'
import { Skeleton } from '../blocks/states/skeleton.tsx'
import type { Column } from '../blocks/table/column.ts'
import { AWAITED_TABLE, TableBlock } from '../blocks/table/table-block.tsx'
import { Watch } from '../blocks/watch/watch.tsx'
import { grouped } from '../lib/numbers.ts'
import { type Keys, names, type Sort, sorting, text } from '../lib/view-state.ts'
import {
  dropsOf,
  fitsFilters,
  notId,
  optionsOf,
  type RowChoice,
  setFilters,
} from './list-filters.ts'
import { PageHead } from './page-head.tsx'
import { useView, type View } from './use-view.ts'

export interface ListPageOptions<T, Row> extends ApiRequest<T> {
  readonly title: string
  readonly note?: ReactNode
  readonly ask?: AskOptions
  rowsOf(body: T): readonly Row[]
  readonly columns: readonly Column<Row>[]
  keyOf(row: Row): string
  hrefOf?(row: Row): string | null
  /** Texts that the search field looks in. */
  searchIn(row: Row): readonly (string | null | undefined)[]
  readonly choices?: readonly RowChoice<Row>[]
  readonly sort: string
  readonly hasTotals?: boolean
  /** Starred rows of this kind are kept in this browser. */
  readonly watched?: { kind: string; nameOf(row: Row): string }
  /** Further keys of the address, such as those of a chart above the table. */
  readonly keys?: Keys
  /** Whether a row is shown, by the further keys. */
  fits?(row: Row, view: ListView): boolean
  /** Controls beside the filters, for the further keys. */
  tools?(view: ListView): ReactNode
  /** Above the table from the start, so that nothing moves: what asks for itself. */
  above?(view: ListView): ReactNode
  /** Above the table: figures and charts of the same answer. */
  before?(body: T, view: ListView): ReactNode
  /** Below the table. */
  below?(view: ListView): ReactNode
  /** Command that fills the fact. */
  readonly fill?: string
}

export interface List<T, Row> extends ListPageOptions<T, Row> {
  readonly keys: Keys
}

/** What a list page is made of, with the keys of its address. */
export function defineList<T, Row>(options: ListPageOptions<T, Row>): List<T, Row> {
  const { choices = [] } = options
  const keys: Keys = {
    ...options.keys,
    q: text(),
    ...Object.fromEntries(
      choices.flatMap(({ id }) => [id, notId(id)].map((key) => [key, names()])),
    ),
    cols: names(),
    sort: sorting(options.sort),
  }
  return { ...options, keys }
}

/** What a list page shows. */
export interface ListView {
  readonly state: ListState
  set(changes: Readonly<Record<string, unknown>>): void
}

/** The view of a list as one of the keys that it was given. */
export function viewOf<const K extends Keys>(
  view: ListView,
  _keys: K,
): Pick<View<K>, 'state' | 'set'> {
  return view as unknown as Pick<View<K>, 'state' | 'set'>
}

export interface ListState extends Readonly<Record<string, unknown>> {
  readonly q: string
  readonly cols: readonly string[]
  readonly sort: Sort
}

/** A page that is a table: searched, narrowed and sorted, all in its address. */
export function ListPage<T, Row>(props: ListPageProps<T, Row>) {
  const { data } = useRequest(props.list, props.list.ask)
  return (
    <AnswerAddress value={data?.address ?? null}>
      <ListBody {...props} />
    </AnswerAddress>
  )
}

interface ListPageProps<T, Row> {
  readonly list: List<T, Row>
  /** Whether another answer is awaited that the rows need too. */
  readonly isAwaited?: boolean
}

function ListBody<T, Row>({ list, isAwaited = false }: ListPageProps<T, Row>) {
  const { keys, choices = [], watched, title } = list
  const { state: known, set, ignored } = useView(keys)
  const state = known as ListState
  const view: ListView = useMemo(() => ({ state, set }), [state, set])
  const asked = useRequest(list, list.ask)
  const body = asked.data?.body
  const all = useMemo(() => (body === undefined ? [] : list.rowsOf(body)), [body, list])
  const rowsOf = useCallback(
    () =>
      all.filter(
        (row) =>
          list.fits?.(row, view) !== false &&
          fitsFilters(row, view.state, list.searchIn, list.choices ?? []),
      ),
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
        // Of one answer: it comes with all that lies below, so that nothing is moved by it.
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
            {...(list.hrefOf === undefined ? {} : { hrefOf: list.hrefOf })}
            {...(lead === undefined ? {} : { lead })}
            note={(shown, count) =>
              count === all.length ? shown : `${shown} of ${grouped(all.length, 0)}`
            }
            hasTotals={list.hasTotals ?? false}
            empty={
              all.length > 0 ? (
                <NothingFits
                  drops={dropsOf(all, setFilters(state, choices), (row, { id, empty }) =>
                    fitsFilters(row, { ...state, [id]: empty }, list.searchIn, choices),
                  )}
                  onDrop={set}
                />
              ) : (
                <Empty title={title} fill={list.fill} />
              )
            }
            filters={
              <>
                <SearchField label="Find" value={state.q} onChange={(q) => set({ q })} />
                {choices.map((choice) => (
                  <ChoiceField
                    key={choice.id}
                    label={choice.name}
                    all={choice.all}
                    options={optionsOf(all, choice)}
                    value={(state[choice.id] as readonly string[])[0] ?? ''}
                    onChange={(value) => set({ [choice.id]: value === '' ? [] : [value] })}
                  />
                ))}
                <Excluded state={state} choices={choices} onDrop={set} />
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

function Empty({ title, fill }: { title: string; fill: string | undefined }) {
  return (
    <>
      <p>{title}: nothing is stored yet.</p>
      {fill !== undefined && (
        <>
          <p>This fills it:</p>
          <Command>{fill}</Command>
        </>
      )}
      <p>Or copy what another service has:</p>
      <Command>{'almanac mirror <address>'}</Command>
    </>
  )
}
