import type { Body } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { YieldTabs } from './yield-tabs.tsx'

type StakingToken = Body<'listLsdRates'>[number]

const RATE = { decimals: 4 }

const tokens = defineList<readonly StakingToken[], StakingToken>({
  title: 'Staking tokens',
  ...request('listLsdRates', {}),
  rowsOf: (body) => body,
  keyOf: ({ address, symbol }) => `${address} ${symbol}`,
  hrefOf: ({ address }) => `/coins/${encodeURIComponent(`ethereum:${address}`)}`,
  searchIn: ({ name, symbol }) => [name, symbol],
  sort: 'peg',
  fill: 'almanac import staking_rates <file>',
  above: () => <YieldTabs />,
  choices: [{ id: 'type', name: 'Kind', all: 'All kinds', namesOf: ({ type }) => [type] }],
  columns: [
    column('text', 'symbol', 'Token', ({ symbol }) => symbol, { isMain: true }),
    column('text', 'name', 'Protocol', ({ name }) => name),
    column('text', 'type', 'Kind', ({ type }) => type),
    column('ratio', 'expected', 'Expected rate', ({ expectedRate }) => expectedRate, {
      ...RATE,
      describe: 'What a token should be worth in ether',
    }),
    column('ratio', 'market', 'Market rate', ({ marketRate }) => marketRate, {
      ...RATE,
      isMain: true,
    }),
    column('change', 'peg', 'Off peg', ({ ethPeg }) => ethPeg, {
      isMain: true,
      describe: 'Market rate against the expected one',
    }),
    column('percent', 'fee', 'Fee', ({ fee }) => (fee === null ? null : fee * 100)),
  ],
})

export const Staking = () => <ListPage list={tokens} />
