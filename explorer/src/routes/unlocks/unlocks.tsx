import { useMemo } from 'react'
import { Button } from '../../blocks/controls/button.tsx'
import { ageText, DAY_SEC, dayStart, dayText, inUnit, isoDay } from '../../lib/writing.ts'
import './unlocks.css'
import { request } from '../../api/request.ts'
import { ExportPicture } from '../../blocks/export/save-picture.tsx'
import { type Column, column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { useStarred } from '../../blocks/watch/watched.ts'
import { percentOf } from '../../lib/sums.ts'
import { choice, text } from '../../lib/view-state.ts'
import { link } from '../../page/app-link.tsx'
import { by, type RowChoice } from '../../page/list-filters.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { Section } from '../../page/section.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'
import { calendarHeight, calendarSvg } from './calendar-svg.ts'
import {
  type DayEvent,
  type Emission,
  eventsByDay,
  LARGE_SHARE,
  monthView,
  nextKinds,
} from './day-events.ts'

const keys = {
  month: text(),
  who: choice(['all', 'watched'], 'all', { label: 'Tokens', names: { all: 'all tokens' } }),
}

const choices: readonly RowChoice<Emission>[] = [
  by('within', 'When', 'Any time', ({ nextEvent }) => within(nextEvent?.date)),
  by('receiver', 'Receiver', 'All receivers', ({ events }) =>
    events.map(({ category }) => category),
  ),
  by('kind', 'Kind', 'All kinds', (row) => nextKinds(row).map(({ unlockType }) => unlockType)),
]

const columns: readonly Column<Emission>[] = [
  column('text', 'name', 'Token', 'name', MAIN),
  column('day', 'next', 'Next event', ({ nextEvent }) => nextEvent?.date ?? null, MAIN),
  column('count', 'in', 'In', daysLeft, {
    show: (row) => ageText(secondsLeft(row)),
    describe: 'Time until then',
  }),
  column('names', 'kind', 'Kind', (row) => [
    ...new Set(nextKinds(row).flatMap(({ unlockType }) => unlockType ?? [])),
  ]),
  column('amount', 'tokens', 'Tokens', ({ nextEvent }) => nextEvent?.toUnlock ?? null),
  column('percent', 'share', 'Of circulating', shareOfSupply, MAIN),
  column('usd', 'value', 'Value', valueUsd, { describe: "At today's price" }),
  column('percent', 'locked', 'Locked', lockedShare),
  column('price', 'price', 'Price', ({ tokenPrice }) => tokenPrice[0]?.price ?? null),
  column('usd', 'mcap', 'Market cap', 'mcap'),
  column('amount', 'perDay', 'A day', 'unlocksPerDay', EXTRA),
]

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
    fits: (row, view) => viewOf(view, keys).state.who === 'all' || isStarred(row, starred),
    limits: [{ id: 'share', name: '% of circulating', of: shareOfSupply }],
    tools: (view) => <ViewSegments view={viewOf(view, keys)} id="who" of={keys.who} />,
    choices,
    columns,
  })

/** What unlocks, and when; of all tokens or of those whose protocol is watched. */
export function Unlocks() {
  const starred = useStarred('protocol')
  const list = useMemo(() => unlocks(starred), [starred])
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
  return percentOf(totalLocked, maxSupply)
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

/** What unlocks on each day of a month: the coming weeks unless one is chosen. */
function UnlockCalendar(props: {
  emissions: readonly Emission[]
  /** Such as 2026-12. */
  month: string
  onMonth(month: string): void
}) {
  const { emissions, month, onMonth } = props
  const today = dayStart(Date.now() / 1000)
  const { title, first, dayCount, before, after } = monthView(month, today)
  const days = Array.from({ length: dayCount }, (_, index) => first + index * DAY_SEC)
  const events = eventsByDay(emissions, first, dayCount)
  return (
    <Section
      title={title}
      label="Calendar"
      note="Share of the circulating supply"
      actions={
        <>
          <Button onClick={() => onMonth(before)}>Month before</Button>
          {month !== '' && <Button onClick={() => onMonth('')}>Coming weeks</Button>}
          <Button onClick={() => onMonth(after)}>Month after</Button>
          <ExportPicture
            title={`Unlocks: ${title}, share of the circulating supply`}
            height={calendarHeight(days, events)}
            draw={(colors) => calendarSvg(days, events, today, colors)}
          />
        </>
      }
    >
      <ol className="calendar">
        {days.map((day) => (
          <li key={day} className={day === today ? 'today' : undefined}>
            <time dateTime={isoDay(day)}>{dayText(day)}</time>
            <ul>
              {(events.get(day) ?? []).map((event) => (
                <UnlockOfDay key={event.token} event={event} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function UnlockOfDay({ event: { slug, name, share } }: { event: DayEvent }) {
  return (
    <li>
      {slug === null ? name : link(`/unlocks/${encodeURIComponent(slug)}`, name)}
      {share !== null && (
        <>
          <span className="dim"> {inUnit(share * 100, 1, 1)}%</span>
          <meter min={0} max={LARGE_SHARE} value={share} aria-label="Of the circulating supply" />
        </>
      )}
    </li>
  )
}
