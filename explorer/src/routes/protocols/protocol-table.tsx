import { useCallback, useMemo } from 'react'
import { NothingFits } from '../../blocks/states/nothing-fits.tsx'
import { RowOpener } from '../../blocks/table/row-opener.tsx'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import type { Tree } from '../../blocks/table/tree-rows.ts'
import { Watch } from '../../blocks/watch/watch.tsx'
import { useWatched } from '../../blocks/watch/watched.ts'
import { grouped } from '../../lib/numbers.ts'
import { bounds, flag, isWithin, names, type StateOf, sorting, text } from '../../lib/view-state.ts'
import {
  dropsOf,
  fitsFilters,
  type RowChoice,
  type SetFilter,
  setFilters,
} from '../../page/list-filters.ts'
import { protocolColumns } from './protocol-columns.tsx'
import { CHAIN, CHOICES, ProtocolFilters } from './protocol-filters.tsx'
import { type ProtocolRow, useProtocolRows } from './protocol-rows.ts'
import { SizeStrip } from './size-strip.tsx'
import { useFamilies } from './use-families.ts'

/** Keys of every page with a table of protocols. */
export const protocolKeys = {
  q: text(),
  chain: names(),
  'not.chain': names(),
  category: names(),
  'not.category': names(),
  totals: names(),
  has: names(),
  tvl: bounds(),
  watched: flag(),
  cols: names(),
  sort: sorting('-tvl'),
}

/** The page of protocols itself: parents hold their children, and states are shown. */
export const familyKeys = { ...protocolKeys, open: names() }

type Full = StateOf<typeof familyKeys>
type Needed = 'q' | 'chain' | 'category' | 'cols' | 'sort'

/** A page without a key has no control for it. */
export interface ProtocolView {
  readonly state: Pick<Full, Needed> & Partial<Omit<Full, Needed>>
  set(changes: Partial<ProtocolView['state']>): void
}

const ANY = { from: null, to: null }
const ALL_CHOICES = [CHAIN, ...CHOICES]
const NONE: readonly ProtocolRow[] = []

/** All protocols, or those of one chain with their value on it. */
export function ProtocolTable({ view, chain }: { view: ProtocolView; chain?: string }) {
  const { state } = view
  const hasFamilies = state.open !== undefined
  const { asked, rows: listed } = useProtocolRows(chain, state.cols)
  const watched = useWatched()
  const starred = useMemo(
    () => new Set(watched.filter(({ kind }) => kind === 'protocol').map(({ id }) => id)),
    [watched],
  )
  const { rows, fold } = useFamilies(listed, hasFamilies)
  const choices = chain === undefined ? ALL_CHOICES : CHOICES
  const fits = useCallback(
    (row: ProtocolRow, of: ProtocolView['state']) =>
      fitsFilters(row, of, ({ name, symbol }) => [name, symbol], choices) &&
      (of.watched !== true || starred.has(row.slug)),
    [choices, starred],
  )
  const ofAnySize = useMemo(
    () => fold(rows.filter((row) => fits(row, state))),
    [rows, fold, fits, state],
  )
  const rowsOf = useCallback(
    () => ofAnySize.filter(({ shownTvl }) => isWithin(shownTvl, state.tvl ?? ANY)),
    [ofAnySize, state.tvl],
  )
  const columns = useMemo(
    () => protocolColumns(chain, rows, hasFamilies),
    [chain, rows, hasFamilies],
  )
  return (
    <>
      {hasFamilies && (
        <SizeStrip
          values={ofAnySize.map(({ shownTvl }) => shownTvl)}
          bounds={state.tvl ?? ANY}
          onChange={(tvl) => view.set({ tvl })}
        />
      )}
      <TableBlock
        title="Protocols"
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={(row) => row.slug}
        hrefOf={(row) => `/protocols/${encodeURIComponent(row.slug)}`}
        lead={(row) => <Lead row={row} view={view} />}
        tree={useTree(state.open)}
        note={(shown) => `${shown} of ${grouped(rows.length, 0)}`}
        hasTotals
        empty={
          <NothingFits
            drops={dropsOf(rows, filtersOf(state, choices), (row, { id, empty }) => {
              const without = { ...state, [id]: empty }
              return fits(row, without) && isWithin(row.shownTvl, without.tvl ?? ANY)
            })}
            onDrop={(changes) => view.set(changes)}
          />
        }
        filters={
          <ProtocolFilters
            view={view}
            rows={rows}
            isOneChain={chain !== undefined}
            hasWatched={starred.size > 0}
          />
        }
      />
    </>
  )
}

/** The filters that are set, those that are no names among them. */
function filtersOf(
  state: ProtocolView['state'],
  choices: readonly RowChoice<ProtocolRow>[],
): SetFilter[] {
  const { tvl = ANY, watched = false } = state
  return [
    ...setFilters(state, choices),
    ...(tvl.from === null && tvl.to === null ? [] : [{ id: 'tvl', name: 'TVL', empty: ANY }]),
    ...(watched ? [{ id: 'watched', name: 'Watched', empty: false }] : []),
  ]
}

function Lead({ row, view }: { row: ProtocolRow; view: ProtocolView }) {
  const { slug, name, children } = row
  const { open = [] } = view.state
  if (children === undefined) return <Watch kind="protocol" id={slug} name={name} />
  const isOpen = open.includes(slug)
  const next = isOpen ? open.filter((one) => one !== slug) : [...open, slug]
  return <RowOpener name={name} isOpen={isOpen} onToggle={() => view.set({ open: next })} />
}

function useTree(open: readonly string[] | undefined): Tree<ProtocolRow> | undefined {
  return useMemo(() => {
    if (open === undefined) return undefined
    const isOpen = new Set(open)
    return {
      childrenOf: ({ children }) => children ?? NONE,
      isOpen: ({ slug, children }) => children !== undefined && isOpen.has(slug),
    }
  }, [open])
}
