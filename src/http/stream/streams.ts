import { parseEventId } from '../../follow/event.ts'
import { readEvents } from '../../follow/read-events.ts'
import { AlmanacError } from '../../lib/errors.ts'
import { OutageLog } from '../../lib/outage-log.ts'
import { overloaded } from '../errors.ts'
import type { Exchange } from '../responses/exchange.ts'
import type { Services } from '../services.ts'
import { EventStream, type Subscription } from './event-stream.ts'

export interface StreamLimits {
  readonly maxPerCaller: number
  readonly maxTotal: number
  readonly heartbeatMs: number
  /** Bytes that a reader may leave unread. */
  readonly maxUnreadBytes: number
}

const HEADERS = [
  ...['Content-Type', 'text/event-stream; charset=utf-8'],
  // Neither a cache nor a proxy may hold events back.
  ...['Cache-Control', 'no-store, no-transform', 'X-Accel-Buffering', 'no'],
]
const RUNS_BATCH_SIZE = 100

/** All open streams: replays what each has missed, then sends every commit to all. */
export class Streams {
  readonly #services: Services
  readonly #limits: StreamLimits
  /** Those that have been sent everything up to `#sentRun`. */
  readonly #live = new Set<EventStream>()
  readonly #openByCaller = new Map<string, number>()
  readonly #all = new Set<EventStream>()
  readonly #outage: OutageLog
  readonly #heartbeats: NodeJS.Timeout
  #sentRun: number
  #isSending = false
  #isClosed = false

  constructor(services: Services) {
    this.#services = services
    this.#limits = services.config.streams
    this.#sentRun = services.store.journal.latest
    this.#outage = new OutageLog(services.log, 'events not read')
    services.store.onCommit(() => this.#follow())
    this.#heartbeats = setInterval(() => this.#beat(), this.#limits.heartbeatMs).unref()
  }

  /** `lastEventId`: what a reader that was cut off says it has seen. */
  open(exchange: Exchange, wanted: Subscription, lastEventId: string | undefined): void {
    const subscription = lastEventId
      ? { ...wanted, since: parseEventId(lastEventId, 'Last-Event-ID') }
      : wanted
    if (this.#isClosed || this.#all.size >= this.#limits.maxTotal) throw overloaded()
    const bucket = this.#admit(exchange)
    const response = exchange.stream(HEADERS)
    if (response === undefined) return
    const stream = new EventStream(response, subscription, this.#limits)
    this.#all.add(stream)
    this.#openByCaller.set(bucket, (this.#openByCaller.get(bucket) ?? 0) + 1)
    response.once('close', () => this.#remove(stream, bucket))
    this.#catchUp(stream, subscription.once).catch((error: unknown) => {
      this.#outage.failed(error)
      // It resumes where it was.
      response.destroy()
    })
  }

  /** Ends all of them at once; their readers resume elsewhere. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#heartbeats)
    this.#outage.close()
    for (const stream of this.#all) stream.end()
  }

  #admit({ caller: { admission } }: Exchange): string {
    if (admission === undefined) throw new Error('The caller of a stream was not admitted.')
    const { maxPerCaller } = this.#limits
    const isFull = (this.#openByCaller.get(admission.bucket) ?? 0) >= maxPerCaller
    if (!isFull) return admission.bucket
    throw new AlmanacError(
      'rate_limited',
      `You have ${maxPerCaller} streams open already. Close one, or follow several facts in one stream.`,
      { headers: { 'Retry-After': '60' } },
    )
  }

  #remove(stream: EventStream, bucket: string): void {
    this.#all.delete(stream)
    this.#live.delete(stream)
    const left = (this.#openByCaller.get(bucket) ?? 1) - 1
    if (left === 0) this.#openByCaller.delete(bucket)
    else this.#openByCaller.set(bucket, left)
  }

  /** Replays from the journal, at the reader's pace, until it stands where the others do. */
  async #catchUp(stream: EventStream, once: boolean): Promise<void> {
    const { store } = this.#services
    const untilRun = store.journal.latest
    // The rest of the run that was interrupted.
    const { run, part } = stream.position
    let doneRun = part === Number.POSITIVE_INFINITY ? run : run - 1
    while (doneRun < Math.max(this.#sentRun, once ? untilRun : 0)) {
      for (const missed of await store.journal.listCommitted(doneRun, RUNS_BATCH_SIZE)) {
        stream.send(await readEvents(store, missed))
        doneRun = missed.id
        await stream.drained()
        if (stream.isClosed) return
      }
      await new Promise(setImmediate)
    }
    if (once || this.#isClosed) stream.end()
    else this.#live.add(stream)
  }

  /** Sends new commits to all, in order, each read once. */
  async #follow(): Promise<void> {
    if (this.#isSending || this.#isClosed) return
    this.#isSending = true
    const { store } = this.#services
    try {
      // Looked at without a pause, so that no commit that is announced meanwhile is passed over.
      while (store.journal.latest > this.#sentRun) {
        const [next] = await store.journal.listCommitted(this.#sentRun, 1)
        if (next === undefined || this.#isClosed) return
        const events = this.#all.size === 0 ? [] : await readEvents(store, next)
        // Without a pause from here on: a stream that is catching up sees both or neither.
        for (const stream of this.#live) stream.send(events)
        this.#sentRun = next.id
      }
    } catch (error) {
      // Tried again at the next commit or heartbeat; nothing is skipped.
      if (!this.#isClosed) this.#outage.failed(error)
    } finally {
      this.#isSending = false
    }
  }

  #beat(): void {
    for (const stream of this.#live) stream.heartbeat()
    void this.#follow()
  }
}
