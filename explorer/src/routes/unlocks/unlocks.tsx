import { column } from '../../blocks/table/column.ts'
import { DAY_SEC } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { UnlockCalendar } from './unlock-calendar.tsx'

export interface Emission {
  readonly protocolSlug: string
  readonly name: string
  readonly token: string
  readonly circSupply: number | null
  readonly totalLocked: number | null
  readonly maxSupply: number | null
  readonly unlocksPerDay: number | null
  readonly mcap: number | null
  readonly tokenPrice: readonly { price: number; symbol: string }[]
  readonly nextEvent: { date: number; toUnlock: number; proportion: number | null } | null
  readonly events: readonly UnlockEvent[]
}

export interface UnlockEvent {
  readonly description: string
  readonly timestamp: number
  readonly noOfTokens: readonly number[]
  readonly category: string | null
  readonly unlockType: string | null
}

const unlocks = defineList<readonly Emission[], Emission>({
  title: 'Unlocks',
  path: '/api/emissions',
  rowsOf: (body) => body,
  keyOf: ({ token, protocolSlug }) => `${protocolSlug} ${token}`,
  hrefOf: ({ protocolSlug }) => `/unlocks/${encodeURIComponent(protocolSlug)}`,
  searchIn: ({ name, tokenPrice }) => [name, tokenPrice[0]?.symbol],
  sort: 'next',
  fill: 'almanac import unlock_schedules <file>',
  before: (body) => <UnlockCalendar emissions={body} />,
  choices: [
    {
      id: 'within',
      name: 'When',
      all: 'Any time',
      namesOf: ({ nextEvent }) => within(nextEvent?.date),
    },
    {
      id: 'receiver',
      name: 'Receiver',
      all: 'All receivers',
      namesOf: ({ events }) => events.map(({ category }) => category),
    },
  ],
  columns: [
    column('text', 'name', 'Token', ({ name }) => name, { isMain: true }),
    column('day', 'next', 'Next event', ({ nextEvent }) => nextEvent?.date ?? null, {
      isMain: true,
    }),
    column('amount', 'tokens', 'Tokens', ({ nextEvent }) => nextEvent?.toUnlock ?? null),
    column('percent', 'share', 'Of circulating', shareOfSupply, { isMain: true }),
    column('usd', 'value', 'Value', valueUsd, { describe: 'At the price of today' }),
    column('percent', 'locked', 'Locked', lockedShare),
    column('price', 'price', 'Price', ({ tokenPrice }) => tokenPrice[0]?.price ?? null),
    column('usd', 'mcap', 'Market cap', ({ mcap }) => mcap),
    column('amount', 'perDay', 'A day', ({ unlocksPerDay }) => unlocksPerDay, { isExtra: true }),
  ],
})

export const Unlocks = () => <ListPage list={unlocks} />

function shareOfSupply({ nextEvent }: Emission): number | null {
  return nextEvent?.proportion == null ? null : nextEvent.proportion * 100
}

function valueUsd({ nextEvent, tokenPrice }: Emission): number | null {
  const price = tokenPrice[0]?.price
  return nextEvent === null || price === undefined ? null : nextEvent.toUnlock * price
}

function lockedShare({ totalLocked, maxSupply }: Emission): number | null {
  return totalLocked === null || !maxSupply ? null : (totalLocked / maxSupply) * 100
}

function within(dateSec: number | undefined): string[] {
  if (dateSec === undefined) return []
  const days = (dateSec - Date.now() / 1000) / DAY_SEC
  return [7, 30, 90].filter((most) => days <= most).map((most) => `within ${most} days`)
}
