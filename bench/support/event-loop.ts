import type { Peer } from './processes.ts'

// The service samples its event loop this often; an unblocked sample shows this delay.
const RESOLUTION_MS = 10

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
