import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMb, startAlmanac, withFolder } from '../support/processes.ts'
import type { Report } from '../support/report.ts'

const STREAMS = 1_000
const PER_CALLER = 10
const MAX_ADDED_MB = 50
// A heartbeat has passed by then.
const IDLE_MS = 20_000

/** Memory that a thousand idle streams add to the service. */
export async function idleStreams(report: Report): Promise<void> {
  report.section(`${STREAMS} idle streams`)
  await withFolder(async (folder) => {
    const almanac = await startAlmanac(folder, { ALMANAC_DEMO: 'off' })
    // The first ones load code and grow pools that stay.
    const first = await openStreams(almanac.url, 100)
    for (const stream of first) stream.destroy()
    await sleep(IDLE_MS)
    const beforeMb = residentMb(almanac.pid)
    const streams = await openStreams(almanac.url, STREAMS)
    await sleep(IDLE_MS)
    const addedMb = residentMb(almanac.pid) - beforeMb
    const open = streams.filter(({ destroyed }) => !destroyed).length
    report.add(
      `memory that ${open} idle streams add`,
      `${addedMb} MB`,
      `≤ ${MAX_ADDED_MB} MB`,
      addedMb <= MAX_ADDED_MB && open === STREAMS,
    )
    for (const stream of streams) stream.destroy()
    await almanac.stop()
  })
}

/** Each caller may have ten: there is an address of this machine for each. */
async function openStreams(url: string, count: number): Promise<ClientRequest[]> {
  const streams: ClientRequest[] = []
  for (let index = 0; index < count; index++) {
    const localAddress = `127.0.1.${1 + Math.floor(index / PER_CALLER)}`
    const request = get(`${url}/meta/stream`, { agent: false, localAddress })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`)
    response.resume().on('error', () => undefined)
    request.on('error', () => undefined)
    streams.push(request)
  }
  return streams
}
