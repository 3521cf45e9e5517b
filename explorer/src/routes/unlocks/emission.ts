/** A row of `/api/emissions`. */
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
