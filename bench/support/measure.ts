import { request } from 'node:http'
import { at } from '../../src/lib/at.ts'
import { BENCH_KEY, type Peer } from './processes.ts'

// Compression costs the same for every body; the suite `http` covers it.
const AS_PRO = { 'accept-encoding': 'identity', 'x-api-key': BENCH_KEY }
// Of an unexpected response, for the error message.
const SHOWN_BYTES = 300
// The service samples its event loop this often; an unblocked sample shows this delay.
const RESOLUTION_MS = 10

export interface TimedResponse {
  readonly ms: number
  readonly bytes: number
}

/** The time until the last byte. Bytes are only counted: joining them would cost the same cores. */
export function timeResponse(url: string, minBytes = 1): Promise<TimedResponse> {
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: AS_PRO }, (response) => {
      let bytes = 0
      let beginning = ''
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) beginning = chunk.toString('utf8', 0, SHOWN_BYTES)
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200 && bytes >= minBytes)
          resolve({ ms: performance.now() - startedMs, bytes })
        else
          reject(
            new Error(`${url} returned ${response.statusCode} with ${bytes} bytes: ${beginning}`),
          )
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Processor time of this process, in milliseconds, for some work. */
export function processorMs(work: () => unknown): Promise<number> {
  return usedMs(process.cpuUsage, work)
}

/** The same of this thread alone. */
export function threadMs(work: () => unknown): Promise<number> {
  return usedMs(process.threadCpuUsage, work)
}

async function usedMs(
  usage: (before?: NodeJS.CpuUsage) => NodeJS.CpuUsage,
  work: () => unknown,
): Promise<number> {
  const before = usage()
  await work()
  const { user, system } = usage(before)
  return (user + system) / 1000
}

/** The same measurement several times, one after the other. */
export function repeat<T>(rounds: number, work: (round: number) => Promise<T>): Promise<T[]> {
  return Array.fromAsync({ length: rounds }, (_, round) => work(round))
}

/** Measurements in turns, so that what disturbs the machine disturbs all of them. */
export async function alternately<N extends string, T>(
  rounds: number,
  works: Readonly<Record<N, (round: number) => Promise<T>>>,
): Promise<Record<N, T[]>> {
  const names = Object.keys(works) as N[]
  const found = await repeat(rounds, async (round) =>
    Object.fromEntries(
      await Array.fromAsync(names, async (name) => [name, await works[name](round)]),
    ),
  )
  return Object.fromEntries(
    names.map((name) => [name, found.map((one: Record<string, T>) => one[name])]),
  ) as Record<N, T[]>
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return at(sorted, Math.floor(sorted.length * share))
}

export function formatMs(ms: number): string {
  return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`
}

/** The longest time that the event loop of a service was blocked during some work. */
export async function longestBlockMs(service: Peer, work: () => Promise<unknown>): Promise<number> {
  await readLongestDelay(service)
  await work()
  return Math.max(0, (await readLongestDelay(service)) - RESOLUTION_MS)
}

/** The maximum of `monitorEventLoopDelay` since this was last read. */
async function readLongestDelay({ url }: Peer): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
  if (seconds === undefined) throw new Error('the metrics have no event loop lag')
  return Number(seconds) * 1000
}
