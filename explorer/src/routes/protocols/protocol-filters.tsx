import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { Excluded } from '../../blocks/filters/excluded.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { ToggleField } from '../../blocks/filters/toggle-field.tsx'
import { optionsOf, type RowChoice } from '../../page/list-filters.ts'
import type { ProtocolRow } from './protocol-rows.ts'
import type { ProtocolView } from './protocol-table.tsx'

export const CHAIN: RowChoice<ProtocolRow> = {
  id: 'chain',
  name: 'Chain',
  all: 'All chains',
  namesOf: ({ chains }) => chains,
}
export const CHOICES: readonly RowChoice<ProtocolRow>[] = [
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

/** Controls for the keys that the page has. */
export function ProtocolFilters(props: {
  view: ProtocolView
  rows: readonly ProtocolRow[]
  isOneChain: boolean
  hasWatched: boolean
}) {
  const { view, rows, isOneChain, hasWatched } = props
  const { state } = view
  const choices = [...(isOneChain ? [] : [CHAIN]), ...CHOICES].filter(({ id }) => id in state)
  return (
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
      <Excluded state={state} choices={choices} onDrop={(changes) => view.set(changes)} />
      {state.tvl !== undefined && (
        <BoundsField
          label="TVL $M"
          unitSize={1e6}
          value={state.tvl}
          onChange={(tvl) => view.set({ tvl })}
        />
      )}
      {hasWatched && state.watched !== undefined && (
        <ToggleField value={state.watched} onChange={(isOn) => view.set({ watched: isOn })}>
          Watched
        </ToggleField>
      )}
    </>
  )
}
