import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { HttpLimits } from '../http/rate-limited-client.ts'
import type { SourceRows, Step } from './live-source.ts'

/** A setting of a source, read from `ALMANAC_SOURCE_<SOURCE>_<NAME>`. */
export interface SourceSetting {
  readonly name: string
  readonly describe: string
  readonly byDefault?: string
  /** Without it the source cannot be switched on. */
  readonly isRequired?: true
  /** A URL that paths are appended to. */
  readonly isUrl?: true
  /** Never shown. */
  readonly isSecret?: true
}

export type SettingValues = Readonly<Record<string, string | undefined>>

export interface Fetched {
  body: Buffer
  /** When the server answered, Unix seconds. */
  atSec: number
}

export interface FetchOptions {
  /** False: the content is needed even if it has not changed. */
  isConditional?: boolean
  headers?: Readonly<Record<string, string>>
}

/** All that `extract` reads with. Failures are `HttpFault`. */
export interface Fetcher {
  /** Undefined: unchanged since the last period that was stored. */
  get(url: string, options?: FetchOptions): Promise<Fetched | undefined>
  /** The whole content, whether it is known or not. */
  getWhole(url: string, options?: Omit<FetchOptions, 'isConditional'>): Promise<Fetched>
  /** The whole content; null where there is no such path. */
  find(url: string): Promise<Fetched | null>
}

/** What one period of a source is read with. */
export interface FetchRequest<Plan = unknown> {
  readonly settings: SettingValues
  /** What `plan` found in the store; undefined for a source without one. */
  readonly plan: Plan
  readonly fromSec: number
  readonly atSec: number
  readonly nowSec: number
  /** End of the newest period on record; null before the first. */
  readonly lastSec: number | null
}

/**
 * A public source that is fetched over HTTP. `extract` is the only part that reads from outside;
 * `transform` is pure and tested on a recorded payload.
 */
export interface FetchSource<Plan = unknown, Payload = unknown> {
  /** As `ALMANAC_SOURCES` names it. */
  readonly name: string
  readonly describe: string
  readonly methodology: string
  /** Raise it when figures change. */
  readonly version: number
  /** What the operator of the source allows and requests. */
  readonly terms: string
  readonly key: 'none' | 'optional' | 'required'
  readonly settings: readonly SourceSetting[]
  /** Another source whose settings it shares. */
  readonly settingsOf?: string
  readonly facts: readonly Fact[]
  readonly step: Step
  readonly cadence: string
  /** Whether a period that has passed can still be fetched. */
  readonly hasPast: boolean
  limits?(settings: SettingValues): Partial<HttpLimits>
  /** Who asks, where the operator wants to know more than the name of this program. */
  userAgent?(settings: SettingValues): string
  /** Files for the first fill, imported by the file source of the same name. */
  archives?(settings: SettingValues): string[]
  /** What is to be requested, from what is on record. */
  plan?(snapshot: Snapshot, request: Omit<FetchRequest, 'plan'>): Promise<Plan>
  extract(fetcher: Fetcher, request: FetchRequest<Plan>): Promise<Payload>
  transform(payload: Payload, request: FetchRequest<Plan>): SourceRows[]
  /** Compares the payload with reference data that a person edits. A source without facts has it. */
  check?(payload: Payload): SourceCheck
}

/** How a payload differs from reference data. */
export interface SourceCheck {
  compared: number
  /** A line each. */
  differences: string[]
  /** The reference data with what the source says, as the text of its file. */
  corrected: string
}
