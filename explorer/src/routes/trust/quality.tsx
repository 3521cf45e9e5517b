import { useMemo } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { request } from '../../api/request.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { SetKeys } from '../../blocks/filters/set-filters.tsx'
import { column, MAIN } from '../../blocks/table/column.ts'
import { type StateOf, text } from '../../lib/view-state.ts'
import { toSec } from '../../lib/writing.ts'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useView } from '../../page/page-head.tsx'
import { decisionText, type Hold, holdsOf, ratioText } from './reading.ts'
import { type ProtocolNames, seriesName } from './series-page.ts'
import { useProtocolNames } from './use-protocol-names.ts'

type Quality = ResponseOf<'getQuality'>

const asked = { since: text() }

const holds = (names: ProtocolNames, { since }: StateOf<typeof asked>) =>
  defineList<Quality, Hold>({
    title: 'Quarantine',
    note: 'What the guards caught before it was published, why, and what is served instead',
    ...request('getQuality', { limit: 1000, since }),
    keys: asked,
    tools: ({ state, set }) => <SetKeys names={Object.keys(asked)} state={state} onDrop={set} />,
    rowsOf: ({ readings }) => holdsOf(readings),
    keyOf: ({ id }) => id,
    hrefOf: ({ id }) => `/quality/${encodeURIComponent(id)}`,
    searchIn: ({ series, reason, id }) => [seriesName(series, names), reason, id],
    sort: '-at',
    before: (body) => <Counts body={body} />,
    choices: [
      by('state', 'State', 'All states', 'state'),
      by('guard', 'Guard', 'All guards', 'guard'),
      by('fact', 'Fact', 'All facts', 'facts'),
    ],
    fill: 'almanac run <source>',
    columns: [
      column('text', 'series', 'Series', ({ series }) => seriesName(series, names), MAIN),
      column('text', 'state', 'State', 'state', {
        isMain: true,
        show: ({ state }) => <span className={`state ${state}`}>{state}</span>,
      }),
      column('names', 'facts', 'Facts', 'facts'),
      column('text', 'guard', 'Guard', 'guard'),
      column('amount', 'value', 'Caught', 'value', { isMain: true, decimals: 2 }),
      column('amount', 'served', 'Served', 'servedValue', { decimals: 2 }),
      column('ratio', 'ratio', 'Ratio', ratio, { show: (row) => ratioText(row) }),
      column('text', 'by', 'Released by', decisionText),
      column('timestamp', 'at', 'Of', ({ atSec }) => toSec(atSec)),
    ],
  })

export function Quarantine() {
  const names = useProtocolNames()
  const { state } = useView(asked)
  const list = useMemo(() => holds(names, state), [names, state])
  return <ListPage list={list} />
}

function Counts({ body }: { body: Quality }) {
  const sum = (name: 'held' | 'released' | 'rejected' | 'flagged') =>
    body.facts.reduce((total, fact) => total + fact[name], 0)
  return (
    <FigureStrip
      items={[
        { name: 'Held', value: sum('held'), note: 'held back until reviewed' },
        { name: 'Flagged', value: sum('flagged'), note: 'served and listed' },
        { name: 'Released', value: sum('released'), note: 'by a matching reading or manually' },
        { name: 'Rejected', value: sum('rejected'), note: 'manually' },
      ]}
    />
  )
}

function ratio({ value, servedValue }: Hold): number | null {
  return value === null || !servedValue ? null : value / servedValue
}
