import { useCallback, useMemo } from 'react'
import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { ToggleField } from '../../blocks/filters/toggle-field.tsx'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { useWatched } from '../../blocks/watch/watched.ts'
import { bounds, flag, isWithin, names, type StateOf, sorting, text } from '../../lib/view-state.ts'
import { fitsFilters, optionsOf, type RowChoice } from '../../page/list-filters.ts'
import { protocolColumns } from './protocol-columns.tsx'
import { type ProtocolRow, useProtocolRows } from './protocol-rows.ts'

/** Keys of every page with a table of protocols. */
export const protocolKeys = {
  q: text(),
  chain: names(),
  category: names(),
  totals: names(),
  has: names(),
  tvl: bounds(),
  watched: flag(),
  cols: names(),
  sort: sorting('-tvl'),
}

type Full = StateOf<typeof protocolKeys>
type Needed = 'q' | 'chain' | 'category' | 'cols' | 'sort'

/** A page without a key has no control for it. */
export interface ProtocolView {
  readonly state: Pick<Full, Needed> & Partial<Omit<Full, Needed>>
  set(changes: Partial<ProtocolView['state']>): void
}

const ANY = { from: null, to: null }
const CHAIN: RowChoice<ProtocolRow> = {
  id: 'chain',
  name: 'Chain',
  all: 'All chains',
  namesOf: ({ chains }) => chains,
}
const CHOICES: readonly RowChoice<ProtocolRow>[] = [
  {
    id: 'category',
    name: 'Category',
    all: 'All categories',
    namesOf: ({ category }) => [category],
  },
  {
    id: 'totals',
    name: 'Totals',
    all: 'In totals or not',
    namesOf: ({ isInTotals }) => [isInTotals ? 'in totals' : 'apart from totals'],
  },
  {
    id: 'has',
    name: 'Has',
    all: 'With anything',
    namesOf: ({ symbol, fees24h, volume24h }) => [
      symbol === null || symbol === '-' ? null : 'a token',
      fees24h === null ? null : 'fees',
      volume24h === null ? null : 'volume',
    ],
  },
]

/** All protocols, or those of one chain with their value on it. */
export function ProtocolTable({ view, chain }: { view: ProtocolView; chain?: string }) {
  const { state } = view
  const { asked, rows } = useProtocolRows(chain, state.cols)
  const watched = useWatched()
  const choices = [...(chain === undefined ? [CHAIN] : []), ...CHOICES].filter(
    ({ id }) => id in state,
  )
  const starred = useMemo(
    () => new Set(watched.filter(({ kind }) => kind === 'protocol').map(({ id }) => id)),
    [watched],
  )
  const rowsOf = useCallback(
    () =>
      rows.filter(
        (row) =>
          fitsFilters(row, state, ({ name, symbol }) => [name, symbol], CHOICES) &&
          (chain !== undefined || fitsFilters(row, { ...state, q: '' }, () => [], [CHAIN])) &&
          isWithin(row.shownTvl, state.tvl ?? ANY) &&
          (state.watched !== true || starred.has(row.slug)),
      ),
    [rows, state, chain, starred],
  )
  const columns = useMemo(() => protocolColumns(chain, rows), [chain, rows])
  return (
    <TableBlock
      title="Protocols"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={(row) => row.slug}
      hrefOf={(row) => `/protocols/${encodeURIComponent(row.slug)}`}
      lead={({ slug, name }) => <Watch kind="protocol" id={slug} name={name} />}
      note={(shown) => `${shown} of ${rows.length}`}
      hasTotals
      empty="No protocol fits these filters."
      filters={
        <>
          <SearchField
            label="Name or symbol"
            value={state.q}
            onChange={(value) => view.set({ q: value })}
          />
          {choices.map((choice) => (
            <ChoiceField
              key={choice.id}
              label={choice.name}
              all={choice.all}
              options={optionsOf(rows, choice)}
              value={(state[choice.id as 'chain'] ?? [])[0] ?? ''}
              onChange={(value) => view.set({ [choice.id]: value === '' ? [] : [value] })}
            />
          ))}
          {state.tvl !== undefined && (
            <BoundsField
              label="TVL $M"
              unitSize={1e6}
              value={state.tvl}
              onChange={(tvl) => view.set({ tvl })}
            />
          )}
          {starred.size > 0 && state.watched !== undefined && (
            <ToggleField value={state.watched} onChange={(isOn) => view.set({ watched: isOn })}>
              Watched
            </ToggleField>
          )}
        </>
      }
    />
  )
}
