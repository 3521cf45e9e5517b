import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/controls/button.tsx'
import { NothingFits } from '../../blocks/filters/set-filters.tsx'
import { Strip } from '../../blocks/strip/strip.tsx'
import { RowOpener } from '../../blocks/table/row.tsx'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import type { Tree } from '../../blocks/table/table-rows.ts'
import { Watch } from '../../blocks/watch/watch.tsx'
import { useStarred } from '../../blocks/watch/watched.ts'
import { powerBelow } from '../../lib/log-scale.ts'
import { type Bounds, isLimited, isWithin } from '../../lib/view-state.ts'
import { grouped, shortText } from '../../lib/writing.ts'
import {
  dropsOf,
  fitsFilters,
  type RowChoice,
  type SetFilter,
  setFilters,
  UNLIMITED,
} from '../../page/list-filters.ts'
import { PageHead, useView } from '../../page/page-head.tsx'
import { Section } from '../../page/section.tsx'
import { protocolColumns } from './protocol-columns.tsx'
import {
  CHAIN,
  CHOICES,
  familyKeys,
  ProtocolFilters,
  type ProtocolView,
  SIZE,
} from './protocol-filters.tsx'
import { type ProtocolRow, useProtocolRows } from './protocol-rows.ts'
import { useFamilies } from './use-families.ts'

const ALL_CHOICES = [CHAIN, ...CHOICES]
const NONE: readonly ProtocolRow[] = []

/** All protocols, or those of one chain with their value on it. */
export function ProtocolTable({ view, chain }: { view: ProtocolView; chain?: string }) {
  const { state } = view
  const { hasFamilies, asked, rows, ofAnySize, fits, choices, hasWatched } = useShown(state, chain)
  const rowsOf = useCallback(
    () => ofAnySize.filter(({ shownTvl }) => isWithin(shownTvl, state.tvl ?? UNLIMITED)),
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
          bounds={state.tvl ?? UNLIMITED}
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
              return fits(row, without) && isWithin(row.shownTvl, without.tvl ?? UNLIMITED)
            })}
            onDrop={(changes) => view.set(changes)}
          />
        }
        filters={
          <ProtocolFilters
            view={view}
            rows={rows}
            isOneChain={chain !== undefined}
            hasWatched={hasWatched}
          />
        }
      />
    </>
  )
}

/** All rows, and those that fit the filters but the one of size. */
function useShown(state: ProtocolView['state'], chain: string | undefined) {
  const hasFamilies = state.open !== undefined
  const { asked, rows: listed } = useProtocolRows(chain, state.cols)
  const starred = useStarred('protocol')
  const { rows, fold } = useFamilies(listed, hasFamilies)
  const choices = chain === undefined ? ALL_CHOICES : CHOICES
  const fits = useCallback(
    (row: ProtocolRow, of: ProtocolView['state']) =>
      fitsFilters(row, of, { searchIn: ({ name, symbol }) => [name, symbol], choices }) &&
      (of.watched !== true || starred.has(row.slug)),
    [choices, starred],
  )
  const ofAnySize = useMemo(
    () => fold(rows.filter((row) => fits(row, state))),
    [rows, fold, fits, state],
  )
  return { hasFamilies, asked, rows, ofAnySize, fits, choices, hasWatched: starred.size > 0 }
}

/** The filters that are set, those that are no names among them. */
function filtersOf(
  state: ProtocolView['state'],
  choices: readonly RowChoice<ProtocolRow>[],
): SetFilter[] {
  return [
    ...setFilters(state, { choices, limits: [SIZE] }),
    ...(state.watched ? [{ id: 'watched', name: 'Watched', empty: false }] : []),
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

const LEAST_USD = 10_000

/** How large protocols are; a drawn range narrows the table. */
function SizeStrip(props: {
  values: readonly (number | null)[]
  bounds: Bounds
  onChange(bounds: Bounds): void
}) {
  const { values, bounds, onChange } = props
  const known = values.filter((value) => value !== null)
  return (
    <Section
      title="Sizes"
      note={`${known.length} by value locked. Draw a range, or move its ends, to narrow the table.`}
      actions={isLimited(bounds) && <Button onClick={() => onChange(UNLIMITED)}>All sizes</Button>}
    >
      <Strip
        name="TVL"
        values={known}
        least={powerBelow(known, LEAST_USD)}
        bounds={bounds}
        write={(value) => shortText(value, { digits: 1, sign: '$' })}
        onChange={onChange}
      />
    </Section>
  )
}

export function Protocols() {
  const view = useView(familyKeys)
  return (
    <>
      <PageHead title="Protocols" ignored={view.ignored} />
      <ProtocolTable view={view} />
    </>
  )
}
