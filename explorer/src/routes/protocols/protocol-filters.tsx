import { ToggleField } from '../../blocks/filters/fields.tsx'
import {
  bounds,
  flag,
  names,
  type StateOf,
  tableKeys,
  text,
  type ViewWith,
} from '../../lib/view-state.ts'
import { by, type RowChoice, type RowLimit } from '../../page/list-filters.ts'
import { ListFilters } from '../../page/list-page.tsx'
import type { ProtocolRow } from './protocol-rows.ts'

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
  ...tableKeys('-tvl'),
}

/** The page of protocols itself: parents hold their children, and states are shown. */
export const familyKeys = { ...protocolKeys, open: names() }

type Full = StateOf<typeof familyKeys>
type Needed = 'q' | 'chain' | 'category' | 'cols' | 'sort'

/** A page without a key has no control for it. */
export type ProtocolView = ViewWith<Pick<Full, Needed> & Partial<Omit<Full, Needed>>>

export const CHAIN: RowChoice<ProtocolRow> = by('chain', 'Chain', 'All chains', 'chains')
export const CHOICES: readonly RowChoice<ProtocolRow>[] = [
  by('category', 'Category', 'All categories', 'category'),
  by('totals', 'Totals', 'In totals or not', ({ isInTotals }) => [
    isInTotals ? 'in totals' : 'apart from totals',
  ]),
  by('has', 'Has', 'With anything', ({ symbol, fees24h, volume24h }) => [
    symbol === null || symbol === '-' ? null : 'a token',
    fees24h === null ? null : 'fees',
    volume24h === null ? null : 'volume',
  ]),
]

/** By value locked, on the chain of the page where it is of one. */
export const SIZE: RowLimit<ProtocolRow> = {
  id: 'tvl',
  name: 'TVL $M',
  unitSize: 1e6,
  of: ({ shownTvl }) => shownTvl,
}

/** Controls for the keys that the page has. */
export function ProtocolFilters(props: {
  view: ProtocolView
  rows: readonly ProtocolRow[]
  isOneChain: boolean
  hasWatched: boolean
}) {
  const { view, rows, isOneChain, hasWatched } = props
  const { state } = view
  const filters = {
    choices: [...(isOneChain ? [] : [CHAIN]), ...CHOICES].filter(({ id }) => id in state),
    limits: state.tvl === undefined ? [] : [SIZE],
  }
  return (
    <>
      <ListFilters
        filters={filters}
        label="Name or symbol"
        all={rows}
        state={state}
        set={(changes) => view.set(changes)}
      />
      {hasWatched && state.watched !== undefined && (
        <ToggleField value={state.watched} onChange={(isOn) => view.set({ watched: isOn })}>
          Watched
        </ToggleField>
      )}
    </>
  )
}
