import { invalidParameter } from '../lib/errors.ts'

export const EVENT_NAMES = [
  'commit',
  'held',
  'released',
  'rejected',
  'failing',
  'recovered',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** Where an event stands: after all of `part` or less of its run. The commit is a run's last one. */
export interface EventPosition {
  readonly run: number
  /** Counted from 1; infinite for the commit, with which the run is complete. */
  readonly part: number
}

export interface FollowEvent {
  readonly position: EventPosition
  readonly name: EventName
  /** Facts that it is about; empty for an event of a source. */
  readonly facts: readonly string[]
  /** What is sent, as JSON on one line. */
  readonly text: string
}

/** Empty sets: everything. Events of sources have no fact and pass every filter by fact. */
export interface EventFilter {
  readonly events: ReadonlySet<EventName>
  readonly facts: ReadonlySet<string>
}

/** The position after a whole run. */
export function afterRun(run: number): EventPosition {
  return { run, part: Number.POSITIVE_INFINITY }
}

/** `12.1`, `12.2` … and, last, `12` for the commit of run 12. */
export function idOf({ run, part }: EventPosition): string {
  return part === Number.POSITIVE_INFINITY ? String(run) : `${run}.${part}`
}

export function parseEventId(text: string, name: string): EventPosition {
  const [, run, part] = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text) ?? []
  if (run === undefined)
    throw invalidParameter(name, 'must be the id of an event, such as 12 or 12.1.')
  return part === undefined ? afterRun(Number(run)) : { run: Number(run), part: Number(part) }
}

export function isAfter(event: EventPosition, position: EventPosition): boolean {
  return event.run > position.run || (event.run === position.run && event.part > position.part)
}

export function passes({ name, facts }: FollowEvent, filter: EventFilter): boolean {
  if (filter.events.size > 0 && !filter.events.has(name)) return false
  return (
    filter.facts.size === 0 || facts.length === 0 || facts.some((fact) => filter.facts.has(fact))
  )
}
