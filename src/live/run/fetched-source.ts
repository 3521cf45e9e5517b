import { createHash } from 'node:crypto'
import { type Clock, toSec } from '../../lib/clock.ts'
import { UsageError } from '../../lib/errors.ts'
import { HttpFault } from '../../sources/http/http-fault.ts'
import type { RateLimitedClient } from '../../sources/http/rate-limited-client.ts'
import type {
  Fetched,
  Fetcher,
  FetchOptions,
  FetchSource,
  SettingValues,
  SourceCheck,
} from '../../sources/model/fetch-source.ts'
import type { FetchedUrl, LiveSource, Timestamp } from '../../sources/model/live-source.ts'
import { nothingSeen } from '../../sources/model/observations.ts'
import type { Store } from '../../store/store.ts'
import { loadLastFetch } from '../receipts/receipt.ts'

export interface FetchParts {
  store: Store
  clock: Clock
  client: RateLimitedClient
  settings: SettingValues
}

/** What runs of a fetched source are called. */
export function fetchedId(name: string): string {
  return `fetch:${name}`
}

/** A public source as a live source: its receipts hold what the next conditional requests need. */
export function toFetchedSource(
  source: FetchSource,
  { store, clock, client, settings }: FetchParts,
): LiveSource {
  const id = fetchedId(source.name)
  const codeHash = hashOf(source, settings)
  return {
    id,
    belongsTo: id,
    chains: [],
    cadence: source.cadence,
    step: source.step,
    codeHash,
    methodology: source.methodology,
    methodologyVersion: source.version,
    hasPast: source.hasPast,
    async collect({ fromSec, atSec, isVerification = false }: Timestamp) {
      const snapshot = store.snapshot()
      const last = isVerification ? null : await loadLastFetch(snapshot, id)
      const recorder = new Recorder(client, last?.codeHash === codeHash ? last.addresses : [])
      const asked = {
        settings,
        fromSec,
        atSec,
        nowSec: toSec(clock.nowMs()),
        lastSec: last?.atSec ?? null,
      }
      const request = { ...asked, plan: await source.plan?.(snapshot, asked) }
      const payload = await source.extract(recorder, request)
      return {
        observations: nothingSeen(),
        blocks: [],
        roundTrips: recorder.addresses.length,
        rows: source.transform(payload, request),
        addresses: recorder.addresses,
      }
    },
  }
}

/** Compares reference data with what a source says now. Nothing is stored. */
export async function checkSource(
  source: FetchSource,
  { store, clock, client, settings }: FetchParts,
): Promise<SourceCheck> {
  const nowSec = toSec(clock.nowMs())
  const asked = { settings, fromSec: nowSec, atSec: nowSec, nowSec, lastSec: null }
  const request = { ...asked, plan: await source.plan?.(store.snapshot(), asked) }
  const payload = await source.extract(new Recorder(client, []), request)
  if (source.check === undefined)
    throw new UsageError(`${source.name} is not compared with reference data.`)
  return source.check(payload)
}

/** Asks with what is known of each URL, and notes what was answered. */
class Recorder implements Fetcher {
  readonly addresses: FetchedUrl[] = []
  readonly #client: RateLimitedClient
  readonly #known: ReadonlyMap<string, FetchedUrl>

  constructor(client: RateLimitedClient, known: readonly FetchedUrl[]) {
    this.#client = client
    this.#known = new Map(known.map((one) => [one.address, one]))
  }

  async get(
    url: string,
    { isConditional = true, headers = {} }: FetchOptions = {},
  ): Promise<Fetched | undefined> {
    const address = shownUrl(url)
    const known = isConditional ? this.#known.get(address) : undefined
    const { etag = null, lastModified = null } = known ?? {}
    const response = await this.#client.get({ url, label: address, headers, etag, lastModified })
    const atSec = toSec(response.atMs)
    const isUnchanged = response.kind === 'unchanged'
    const version = isUnchanged
      ? { etag, lastModified }
      : { etag: response.etag, lastModified: response.lastModified }
    this.addresses.push({ address, ...version, atSec, isUnchanged })
    return isUnchanged ? undefined : { body: response.body, atSec }
  }

  async getWhole(url: string, options: FetchOptions = {}): Promise<Fetched> {
    const fetched = await this.get(url, { ...options, isConditional: false })
    if (fetched === undefined) throw new HttpFault('unexpected', `${shownUrl(url)} sent no content`)
    return fetched
  }

  async find(url: string): Promise<Fetched | null> {
    try {
      return await this.getWhole(url)
    } catch (error) {
      if (error instanceof HttpFault && error.kind === 'missing') return null
      throw error
    }
  }
}

/** Keys are sent in headers, so a URL shows none; passwords in it are left out. */
function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search}`
}

/** Settings that change figures count; secrets and URLs do not. */
function hashOf({ name, version, settings: declared, step }: FetchSource, values: SettingValues) {
  const counted = declared
    .filter(({ isSecret, isUrl }) => !isSecret && !isUrl)
    .map((setting) => [setting.name, values[setting.name] ?? null])
  return createHash('sha256')
    .update(JSON.stringify([name, version, step, counted]))
    .digest('hex')
}
