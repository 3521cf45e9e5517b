import type { EventFilter } from '../follow/event.ts'

/** A URL that events are sent to. */
export interface Hook {
  readonly id: string
  readonly url: string
  readonly filter: EventFilter
  /** It may be on this machine or its network, and without TLS. */
  readonly allowPrivate: boolean
  readonly secret: string
  readonly createdMs: number
  /** The last run whose events are queued; `null` before the first look. */
  readonly positionRun: number | null
  /** Failed attempts in a row, and when the next may be made. */
  readonly failures: number
  readonly nextMs: number
}

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One event for one hook, from when it is queued until it is taken or given up. */
export interface Delivery {
  readonly hook: string
  readonly eventId: string
  readonly event: string
  readonly body: string
  readonly queuedMs: number
  readonly state: DeliveryState
  readonly attempts: number
  readonly lastMs: number | null
  readonly lastError: string | null
}

/** The same for every attempt, so that a receiver can tell a repetition. */
export function deliveryId({ hook, eventId }: Pick<Delivery, 'hook' | 'eventId'>): string {
  return `${hook}-${eventId}`
}
