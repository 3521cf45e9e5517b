import type { Body } from '../../api/answers.ts'
/** A row of `/api/emissions`. */
export type Emission = Body<'listEmissions'>[number]

export type UnlockEvent = Emission['events'][number]

/** The kinds and receivers of what comes next, at the date of the next event. */
export function nextKinds({ nextEvent, events }: Emission): readonly UnlockEvent[] {
  return nextEvent === null ? [] : events.filter(({ timestamp }) => timestamp === nextEvent.date)
}

/** What an event says, with its figures and its day in the places that it leaves for them. */
export function eventText(
  { description, timestamp, noOfTokens }: UnlockEvent,
  write: { tokens(value: number): string; day(sec: number): string },
): string {
  return description
    .replaceAll(/\{tokens\[(\d+)\]\}/g, (_, index: string) => {
      const tokens = noOfTokens[Number(index)]
      return tokens === undefined ? '—' : write.tokens(tokens)
    })
    .replaceAll('{timestamp}', write.day(timestamp))
}
