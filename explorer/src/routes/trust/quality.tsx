import { useState } from 'react'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column } from '../../blocks/table/column.ts'
import { exact } from '../../lib/numbers.ts'
import { momentText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'

interface Reading {
  readonly id: string
  readonly fact: string
  readonly series: Readonly<Record<string, string>>
  readonly atSec: number
  readonly state: string
  readonly guard: string
  readonly reason: string
  readonly release: string
  readonly value: number | null
  readonly servedValue: number | null
  readonly heldRun: number
  readonly decidedBy: string | null
  readonly decisionReason: string | null
  readonly decidedRun: number | null
}

interface Quality {
  readonly facts: readonly { held: number; released: number; rejected: number; flagged: number }[]
  readonly readings: readonly Reading[]
}

const readings = defineList<Quality, Reading>({
  title: 'Quarantine',
  note: 'Readings that guards held back or flagged, and what became of them',
  path: '/meta/quality',
  query: { limit: 1000 },
  rowsOf: (body) => body.readings,
  keyOf: ({ id, atSec, fact, series }) =>
    `${fact} ${Object.values(series).join(' ')} ${atSec} ${id}`,
  searchIn: ({ series, reason, id }) => [...Object.values(series), reason, id],
  sort: '-at',
  before: (body) => <Counts body={body} />,
  choices: [
    { id: 'state', name: 'State', all: 'All states', namesOf: ({ state }) => [state] },
    { id: 'guard', name: 'Guard', all: 'All guards', namesOf: ({ guard }) => [guard] },
    { id: 'fact', name: 'Fact', all: 'All facts', namesOf: ({ fact }) => [fact] },
  ],
  columns: [
    column('text', 'series', 'Series', ({ series }) => Object.values(series).join(', '), {
      isMain: true,
      show: (row) => <ReadingButton reading={row} />,
    }),
    column('text', 'state', 'State', ({ state }) => state, {
      isMain: true,
      show: ({ state }) => <span className={`state ${state}`}>{state}</span>,
    }),
    column('text', 'fact', 'Fact', ({ fact }) => fact),
    column('text', 'guard', 'Guard', ({ guard }) => guard),
    column('moment', 'at', 'Of', ({ atSec }) => atSec),
    column('amount', 'value', 'Caught', ({ value }) => value, { isMain: true, decimals: 2 }),
    column('amount', 'served', 'Served', ({ servedValue }) => servedValue, { decimals: 2 }),
    column('ratio', 'ratio', 'Ratio', ratio),
    column('text', 'by', 'Decided by', ({ decidedBy }) => decidedBy),
  ],
})

export const Quarantine = () => <ListPage list={readings} />

function Counts({ body }: { body: Quality }) {
  const sum = (name: 'held' | 'released' | 'rejected' | 'flagged') =>
    body.facts.reduce((total, fact) => total + fact[name], 0)
  return (
    <FigureStrip
      items={[
        { name: 'Held', value: sum('held') },
        { name: 'Flagged, served', value: sum('flagged') },
        { name: 'Released', value: sum('released') },
        { name: 'Rejected', value: sum('rejected') },
      ]}
    />
  )
}

function ratio({ value, servedValue }: Reading): number | null {
  return value === null || !servedValue ? null : value / servedValue
}

/** A reading opened: why it was caught, what is served instead, and how to decide. */
function ReadingButton({ reading }: { reading: Reading }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = Object.values(reading.series).join(', ')
  return (
    <>
      <button type="button" className="number" onClick={() => setIsOpen(true)}>
        {name}
      </button>
      {isOpen && (
        <dialog className="why" open aria-label={`Reading of ${name}`}>
          <h2>{reading.reason}</h2>
          <Facts
            lines={[
              ['State', reading.state],
              ['Caught by', reading.guard],
              ['Value', exact(reading.value)],
              ['Served instead', exact(reading.servedValue)],
              ['Of', `${momentText(reading.atSec)} UTC`],
              ['Released by', reading.release === 'person' ? 'a person' : 'a reading that agrees'],
              [
                'Brought by run',
                <AppLink key="run" to={`/runs/${reading.heldRun}`}>
                  {reading.heldRun}
                </AppLink>,
              ],
              ['Decided by', reading.decidedBy ?? undefined],
              ['Why', reading.decisionReason ?? undefined],
            ]}
          />
          {reading.state === 'held' && (
            <pre>{`almanac quality release ${reading.id}\nalmanac quality reject ${reading.id}`}</pre>
          )}
          <button type="button" className="action" onClick={() => setIsOpen(false)}>
            Close
          </button>
        </dialog>
      )}
    </>
  )
}
