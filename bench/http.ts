import { cpSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, writeScript } from './support/load.ts'
import { alternately, median, repeat } from './support/measure.ts'
import {
  BENCH_KEY,
  FROZEN_DEMO,
  NO_DEMO,
  type Peer,
  processorTimeSec,
  type Service,
  startAlmanac,
  startNginx,
  withFolder,
  withService,
} from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt, secondsAt } from './support/size.ts'
import { coinOf, fillPrices } from './support/world.ts'

const ROUNDS = 5
const SECONDS = secondsAt(4)
const LIMITS = { free: 0.42, pro: 0.38, unchanged: 0.4 }
const FORWARDED = { 'X-Forwarded-For': '198.51.100.7' }

type Headers = Record<string, string>

/** Cached responses against nginx serving the same bytes from a file, directly and by a proxy. */
export async function http(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const nginx = await startNginx(folder)
    report.section('Cached responses, 64 connections, against nginx with the same bytes')
    await measure(report, nginx, folder, {}, {})
    report.section('The same with ALMANAC_TRUST_PROXY and a forwarded address')
    await measure(report, nginx, folder, { ALMANAC_TRUST_PROXY: '1' }, FORWARDED)
    await nginx.stop()
  })
}

function measure(
  report: Report,
  nginx: Peer,
  folder: string,
  settings: Record<string, string>,
  headers: Headers,
): Promise<void> {
  return withService(
    { ...FROZEN_DEMO, ...settings },
    async (almanac) => {
      const free = `${almanac.url}/v2/chains`
      const pro = `${almanac.url}/${BENCH_KEY}/api/v2/chains`
      const file = `${nginx.url}/chains.json`
      const response = await fetch(free)
      const tag = tagOf(response)
      writeFileSync(join(folder, 'chains.json'), await response.text())
      await (await fetch(pro)).text()
      const fileTag = tagOf(await fetch(file))
      const rounds = await alternately(ROUNDS, {
        file: () => rateOf(file, {}),
        free: () => rateOf(free, headers),
        pro: () => rateOf(pro, headers),
        fileUnchanged: () => rateOf(file, fileTag),
        unchanged: () => rateOf(free, { ...headers, ...tag }),
      })
      const compare = (what: string, kind: keyof typeof LIMITS, peer: 'file' | 'fileUnchanged') =>
        report.ratio(what, median(rounds[kind]), median(rounds[peer]), LIMITS[kind])
      compare('free GET', 'free', 'file')
      compare('pro GET with key, credits and limits', 'pro', 'file')
      compare('304', 'unchanged', 'fileUnchanged')
    },
    join(folder, 'data'),
  )
}

function tagOf({ headers, url }: Response): Headers {
  const tag = headers.get('etag')
  if (tag === null) throw new Error(`${url} has no ETag`)
  return { 'If-None-Match': tag }
}

async function rateOf(url: string, headers: Headers): Promise<number> {
  const { requestsPerSecond, errors } = await load(url, { seconds: SECONDS, headers })
  if (errors > 0) throw new Error(`${errors} responses of ${url} were errors`)
  return requestsPerSecond
}

// Processes of the same settings differ by a tenth, so each kind has several.
const PROCESSES = 4
const LOG_ROUNDS = 6
const LOG_SECONDS = secondsAt(1)
const MAX_RATIO = 1.05
const LOGGING = { ...FROZEN_DEMO, LOG_LEVEL: 'info' }
const KINDS = {
  off: { ALMANAC_ACCESS_LOG: 'off' },
  json: { ALMANAC_ACCESS_LOG: 'all' },
  text: { ALMANAC_ACCESS_LOG: 'all', ALMANAC_LOG_FORMAT: 'text' },
  sampled: { ALMANAC_ACCESS_LOG: '100' },
}
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** What the access log adds to a cached response, in processor time, which busy machines bear. */
export async function accessLog(report: Report): Promise<void> {
  report.section('Processor time of a cached response with the access log in a file, against none')
  await withFolder(async (folder) => {
    const filled = join(folder, 'filled')
    await (await startAlmanac(filled, LOGGING)).stop()
    const times = await repeat(PROCESSES, (turn) => timesOf(folder, filled, turn))
    const least = (kind: string) => Math.min(...times.flatMap((one) => one[kind] ?? []))
    for (const kind of NAMES.filter((name) => name !== 'off'))
      report.times(kind, least(kind), least('off'), MAX_RATIO, 'µs')
  })
}

/** The times of a response in µs by kind, in processes of which another one is the first each time. */
async function timesOf(
  folder: string,
  filled: string,
  turn: number,
): Promise<Record<string, number[]>> {
  const services: [string, Service][] = []
  for (const kind of [...NAMES.slice(turn), ...NAMES.slice(0, turn)]) {
    const dataDir = join(folder, `${kind}-${turn}`)
    cpSync(filled, dataDir, { recursive: true })
    const output = openSync(`${dataDir}.log`, 'w')
    services.push([kind, await startAlmanac(dataDir, { ...LOGGING, ...KINDS[kind] }, { output })])
  }
  const measure = services.map(([kind, service]) => [kind, () => microseconds(service)] as const)
  const times = await alternately(LOG_ROUNDS + 1, Object.fromEntries(measure))
  for (const [, service] of services) await service.stop()
  // In the first round code is still being compiled.
  return Object.fromEntries(Object.entries(times).map(([kind, rounds]) => [kind, rounds.slice(1)]))
}

async function microseconds({ url, pid }: Service): Promise<number> {
  const beforeSec = serverTimeSec(pid)
  const { requests } = await load(`${url}/v2/chains`, { seconds: LOG_SECONDS })
  return ((serverTimeSec(pid) - beforeSec) * 1e6) / requests
}

/** Processor time of Node's own threads; the engine's work in the background is left out. */
function serverTimeSec(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => `${pid}/task/${thread}`)
    .filter((path) => /^(node|libuv)/.test(readFileSync(`/proc/${path}/comm`, 'utf8')))
    .reduce((sum, path) => sum + processorTimeSec(path), 0)
}

const COINS = countAt(1_000_000)
const PER_REQUEST = 10
const RANDOM_ROUNDS = 3
const RANDOM_COINS = `local coins = {}
  for i = 1, ${PER_REQUEST} do coins[i] = string.format("ethereum:0x%040x", math.random(0, ${COINS - 1})) end`

/** `/prices/current` for random coins out of a million: nothing is cached, every response is made. */
export async function randomPrices(report: Report): Promise<void> {
  report.section(
    `Current prices of 10 random coins out of ${COINS.toLocaleString('en')}, against nginx with a body of the same size`,
  )
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    await fillPrices(dataDir, { coins: COINS, days: 1, untilSec: Math.floor(Date.now() / 1000) })
    const compare = async ({ url }: { url: string }) => {
      const coins = Array.from({ length: PER_REQUEST }, (_, index) => coinOf(index * 99_991))
      const sample = await fetch(`${url}/prices/current/${coins.join(',')}`)
      writeFileSync(join(folder, 'sample.json'), await sample.text())
      const paths = '"/prices/current/" .. table.concat(coins, ",")'
      const script = writeScript(folder, paths, RANDOM_COINS)
      const nginx = await startNginx(folder)
      const seconds = secondsAt(5)
      const { ours, peers } = await alternately(RANDOM_ROUNDS, {
        peers: () => load(`${nginx.url}/sample.json`, { seconds }),
        ours: () => load(url, { script, seconds }),
      })
      for (const { errors } of ours)
        if (errors > 0) throw new Error(`${errors} responses were errors`)
      const best = (loads: typeof ours) => Math.max(...loads.map((one) => one.requestsPerSecond))
      report.ratio('random coins', best(ours), best(peers), 0.12)
      await nginx.stop()
    }
    await withService(NO_DEMO, compare, dataDir)
  })
}
