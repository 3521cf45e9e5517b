import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import {
  type EventFilter,
  type EventPosition,
  type FollowEvent,
  idOf,
  isAfter,
  passes,
} from '../../follow/event.ts'

/** What a caller follows, and from where. */
export interface Subscription {
  readonly filter: EventFilter
  readonly since: EventPosition
  /** Ends with what has happened so far. */
  readonly once: boolean
}

const RECONNECT_MS = 3_000
const HEARTBEAT = Buffer.from(': heartbeat\n\n')

/** One reader of Server-Sent Events. What it leaves unread beyond a limit ends its connection. */
export class EventStream {
  readonly #response: ServerResponse
  readonly #filter: EventFilter
  readonly #maxUnreadBytes: number
  #position: EventPosition

  constructor(
    response: ServerResponse,
    { filter, since }: Subscription,
    options: { maxUnreadBytes: number },
  ) {
    this.#response = response
    this.#filter = filter
    this.#position = since
    this.#maxUnreadBytes = options.maxUnreadBytes
    // Without data it reaches no listener, but a reader cut off before the first event resumes here.
    response.write(`retry: ${RECONNECT_MS}\nid: ${idOf(since)}\n\n`)
  }

  get position(): EventPosition {
    return this.#position
  }

  get isClosed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  /** Sends those of a run's events that it has not sent and that the caller wants. */
  send(events: readonly FollowEvent[]): void {
    const wanted = events.filter(
      (event) => isAfter(event.position, this.#position) && passes(event, this.#filter),
    )
    const last = events.at(-1)
    if (last !== undefined && isAfter(last.position, this.#position)) this.#position = last.position
    if (wanted.length > 0) this.#write(wanted.map(toMessage).join(''))
  }

  heartbeat(): void {
    this.#write(HEARTBEAT)
  }

  /** Waits until the caller has read what was sent, or is gone. */
  async drained(): Promise<void> {
    if (this.isClosed || !this.#response.writableNeedDrain) return
    const gone = new AbortController()
    const leave = () => gone.abort()
    this.#response.once('close', leave)
    await once(this.#response, 'drain', { signal: gone.signal }).catch(() => undefined)
    this.#response.off('close', leave)
  }

  end(): void {
    this.#response.end()
  }

  #write(chunk: string | Buffer): void {
    if (this.isClosed) return
    // What it has not read yet counts, not what is new: one large run must not end every stream.
    if (this.#response.writableLength > this.#maxUnreadBytes) this.#response.destroy()
    else this.#response.write(chunk)
  }
}

function toMessage({ position, name, text }: FollowEvent): string {
  return `id: ${idOf(position)}\nevent: ${name}\ndata: ${text}\n\n`
}
