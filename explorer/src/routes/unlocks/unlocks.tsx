import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { useWatched } from '../../blocks/watch/watched.ts'
import { ageText, DAY_SEC } from '../../lib/times.ts'
import { bounds, choice, isWithin, text } from '../../lib/view-state.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { type Emission, nextKinds } from './emission.ts'
import { UnlockCalendar } from './unlock-calendar.tsx'

const keys = { month: text(), share: bounds(), who: choice(['all', 'watched'], 'all') }

const unlocks = (starred: ReadonlySet<string>) =>
  defineList<readonly Emission[], Emission>({
    title: 'Unlocks',
    ...request('listEmissions', {}),
    rowsOf: (body) => body,
    keyOf: ({ token, protocolSlug }) => `${protocolSlug} ${token}`,
    hrefOf: ({ protocolSlug }) =>
      protocolSlug === null ? null : `/unlocks/${encodeURIComponent(protocolSlug)}`,
    searchIn: ({ name, tokenPrice }) => [name, tokenPrice[0]?.symbol],
    sort: 'next',
    fill: 'almanac import unlock_schedules <file>',
    before: (body, view) => (
      <UnlockCalendar
        emissions={body}
        month={viewOf(view, keys).state.month}
        onMonth={(month) => view.set({ month })}
      />
    ),
    keys,
    fits: (row, view) => {
      const { share, who } = viewOf(view, keys).state
      return isWithin(shareOfSupply(row), share) && (who === 'all' || isStarred(row, starred))
    },
    tools: (view) => (
      <>
        <BoundsField
          label="% of circulating"
          value={viewOf(view, keys).state.share}
          onChange={(share) => view.set({ share })}
        />
        <Segments
          label="Tokens"
          options={['all', 'watched']}
          names={{ all: 'all tokens' }}
          value={viewOf(view, keys).state.who}
          onChange={(who) => view.set({ who })}
        />
      </>
    ),
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
      {
        id: 'kind',
        name: 'Kind',
        all: 'All kinds',
        namesOf: (row) => nextKinds(row).map(({ unlockType }) => unlockType),
      },
    ],
    columns: [
      column('text', 'name', 'Token', ({ name }) => name, { isMain: true }),
      column('day', 'next', 'Next event', ({ nextEvent }) => nextEvent?.date ?? null, {
        isMain: true,
      }),
      column('count', 'in', 'In', daysLeft, {
        show: (row) => ageText(secondsLeft(row)),
        describe: 'Time until then',
      }),
      column('names', 'kind', 'Kind', (row) => [
        ...new Set(nextKinds(row).flatMap(({ unlockType }) => unlockType ?? [])),
      ]),
      column('amount', 'tokens', 'Tokens', ({ nextEvent }) => nextEvent?.toUnlock ?? null),
      column('percent', 'share', 'Of circulating', shareOfSupply, { isMain: true }),
      column('usd', 'value', 'Value', valueUsd, { describe: 'At the price of today' }),
      column('percent', 'locked', 'Locked', lockedShare),
      column('price', 'price', 'Price', ({ tokenPrice }) => tokenPrice[0]?.price ?? null),
      column('usd', 'mcap', 'Market cap', ({ mcap }) => mcap),
      column('amount', 'perDay', 'A day', ({ unlocksPerDay }) => unlocksPerDay, { isExtra: true }),
    ],
  })

/** What unlocks, and when; of all tokens or of those whose protocol is watched. */
export function Unlocks() {
  const watched = useWatched()
  const list = useMemo(
    () => unlocks(new Set(watched.filter(({ kind }) => kind === 'protocol').map(({ id }) => id))),
    [watched],
  )
  return <ListPage list={list} />
}

function isStarred({ protocolSlug }: Emission, starred: ReadonlySet<string>): boolean {
  return protocolSlug !== null && starred.has(protocolSlug)
}

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

function secondsLeft({ nextEvent }: Emission): number | null {
  return nextEvent === null ? null : nextEvent.date - Date.now() / 1000
}

function daysLeft(row: Emission): number | null {
  const seconds = secondsLeft(row)
  return seconds === null ? null : Math.round(seconds / DAY_SEC)
}

function within(dateSec: number | undefined): string[] {
  if (dateSec === undefined) return []
  const days = (dateSec - Date.now() / 1000) / DAY_SEC
  return [7, 30, 90].filter((most) => days <= most).map((most) => `within ${most} days`)
}
