import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage, type ListView, viewOf } from '../../page/list-page.tsx'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { secureKeys } from './oracle-keys.ts'
import { type OracleList, type OracleRow, oracleRows } from './oracle-rows.ts'
import { SecuredChart } from './secured-chart.tsx'

const MONTH_DAYS = 31

/** Oracles by the value that relies on them. */
export function Oracles() {
  const startSec = useDaysAgo(MONTH_DAYS)
  const list = useMemo(() => oraclesSince(startSec), [startSec])
  return <ListPage list={list} />
}

function oraclesSince(start: number) {
  return defineList<OracleList, OracleRow>({
    title: 'Oracles',
    ...request('listOracles', { start }),
    rowsOf: oracleRows,
    keyOf: ({ name }) => name,
    hrefOf: ({ name }) => `/oracles/${encodeURIComponent(name)}`,
    searchIn: ({ name, protocols }) => [name, ...protocols],
    sort: '-secured',
    hasTotals: true,
    fill: 'almanac import oracle_links <file>',
    keys: secureKeys,
    above: (view) => <SecuredChart view={viewOf(view, secureKeys)} chain={chainOf(view)} />,
    choices: [{ id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }) => chains }],
    columns: [
      column('text', 'name', 'Oracle', ({ name }) => name, { isMain: true }),
      column('usd', 'secured', 'Secured', ({ securedUsd }) => securedUsd, {
        isMain: true,
        addsUp: true,
        describe: 'Value of the protocols that rely on it, on all chains',
      }),
      column('percent', 'share', 'Share', ({ sharePercent }) => sharePercent, { addsUp: true }),
      column('change', 'month', '30d', ({ monthChange }) => monthChange, { isMain: true }),
      column('count', 'protocols', 'Protocols', ({ protocols }) => protocols.length),
      column('count', 'chains', 'Chains', ({ chains }) => chains.length),
      column('names', 'names', 'Secures', ({ protocols }) => protocols, { isExtra: true }),
    ],
  })
}

function chainOf({ state }: ListView): string | undefined {
  return (state.chain as readonly string[])[0]
}
