import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  BENCH_KEY,
  type Peer,
  residentMb,
  startAlmanac,
  withFolder,
} from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'
import type { TortureOptions } from '../options.ts'
import { Random } from '../random.ts'
import { listAddresses } from './addresses.ts'
import { type Exchanged, exchange } from './exchange.ts'
import { type HostileCase, hostileCase, type Source } from './hostile-requests.ts'
import { findProblems, type Problem } from './judge.ts'

const CONNECTIONS = 24
/** Until then caches and pools fill; what is used afterwards is compared with this. */
const WARM_UP_SHARE = 0.2
const REST_MS = 5_000
const MINUTE_MS = 60_000
const PROGRESS_MS = 10_000
const MAX_GROWTH_MB = 200
const MAX_MORE_HANDLES = 20
const MAX_WITNESS_ATTEMPTS = 5
const SHOWN_OF_EACH = 5
const WITNESSES = ['/v2/chains', '/protocols', '/prices/current/aggregator:bitcoin?searchWidth=1w']

interface Tally {
  requests: number
  connections: number
  unanswered: Map<string, number>
  statuses: Map<number, number>
  kinds: Map<string, number>
  problems: Map<string, Problem[]>
}

interface Use {
  mb: number
  handles: number
  files: number
}

/** Hostile requests to every address, over raw sockets, against the whole service. */
export async function tortureRequests(report: Report, options: TortureOptions): Promise<void> {
  await withFolder(async (dataDir) => {
    const service = await startAlmanac(dataDir, { ALMANAC_CLOCK: new Date().toISOString() })
    try {
      await attack(report, options, { service, dataDir })
    } finally {
      await service.stop()
    }
  })
}

export async function attack(
  report: Report,
  { requests, minutes, seed }: TortureOptions,
  { service, dataDir }: { service: Peer; dataDir: string },
): Promise<void> {
  const addresses = await listAddresses(service.url)
  const source: Source = { random: new Random(seed), addresses, key: BENCH_KEY }
  const documented = new Set(addresses.flatMap(({ statuses }) => [...statuses]).concat(204))
  const before = await witness(service)
  const tally: Tally = {
    ...{ requests: 0, connections: 0 },
    ...{ unanswered: new Map(), statuses: new Map(), kinds: new Map(), problems: new Map() },
  }
  const startedMs = performance.now()
  const use: Use[] = []
  for (const share of [WARM_UP_SHARE, 1]) {
    const until = Math.ceil(requests * share)
    const endMs = startedMs + share * minutes * MINUTE_MS
    await send(Number(new URL(service.url).port), { source, tally, documented, until, endMs })
    await sleep(REST_MS)
    use.push(measure(service, dataDir))
  }
  const seconds = (performance.now() - startedMs) / 1000
  const isSame = JSON.stringify(await witness(service)) === JSON.stringify(before)
  write(report, tally, { requests, addresses: addresses.length, seconds, seed, use, isSame })
}

async function send(
  port: number,
  work: {
    source: Source
    tally: Tally
    documented: ReadonlySet<number>
    until: number
    endMs: number
  },
): Promise<void> {
  const { source, tally, documented, until, endMs } = work
  const sender = async () => {
    while (tally.requests < until && performance.now() < endMs) {
      const hostile = hostileCase(source, tally.connections)
      tally.connections++
      tally.requests += hostile.kind === 'pipelined' ? hostile.requests : 1
      note(tally, hostile, { exchanged: await exchange(port, hostile), documented })
    }
  }
  const timer = setInterval(
    () =>
      console.log(
        `  … ${tally.requests.toLocaleString('en')} requests, problems: ${[...tally.problems.keys()].join(', ') || 'none'}`,
      ),
    PROGRESS_MS,
  )
  await Promise.all(Array.from({ length: CONNECTIONS }, sender))
  clearInterval(timer)
}

function note(
  { kinds, unanswered, statuses, problems }: Tally,
  hostile: HostileCase,
  { exchanged, documented }: { exchanged: Exchanged; documented: ReadonlySet<number> },
): void {
  count(kinds, hostile.kind)
  if (exchanged.answers.length === 0)
    count(unanswered, hostile.isAborted ? 'the sender left' : hostile.kind)
  for (const { status } of exchanged.answers) count(statuses, status)
  for (const problem of findProblems(hostile, exchanged, documented))
    problems.set(problem.what, [...(problems.get(problem.what) ?? []), problem])
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** What the service answers to plain requests, when it is no longer overloaded. */
async function witness({ url }: Peer): Promise<string[]> {
  const texts: string[] = []
  for (const path of WITNESSES) {
    for (let attempt = 1; texts.length < WITNESSES.indexOf(path) + 1; attempt++) {
      const response = await fetch(url + path).catch(() => undefined)
      const body = (await response?.text().catch(() => undefined)) ?? ''
      const isLast = attempt === MAX_WITNESS_ATTEMPTS
      if (response?.status === 200 || isLast)
        texts.push(`${response?.status} ${hash('sha256', body)}`)
      else await sleep(REST_MS)
    }
  }
  return texts
}

function measure({ pid }: Peer, dataDir: string): Use {
  const spooled = ['spool', 'rejects'].flatMap((name) => {
    try {
      return readdirSync(join(dataDir, name))
    } catch {
      return []
    }
  })
  return {
    mb: residentMb(pid),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    files: spooled.length,
  }
}

function write(
  report: Report,
  tally: Tally,
  {
    requests,
    addresses,
    seconds,
    seed,
    use,
    isSame,
  }: {
    requests: number
    addresses: number
    seconds: number
    seed: number
    use: readonly Use[]
    isSame: boolean
  },
): void {
  const number = (value: number) => value.toLocaleString('en')
  const list = (counts: Map<number | string, number>) =>
    [...counts].map(([key, times]) => `${key}: ${number(times)}`).join(', ')
  const problems = [...tally.problems.values()].flat()
  for (const { what, shown } of [...tally.problems.values()].flatMap((one) =>
    one.slice(0, SHOWN_OF_EACH),
  ))
    console.log(`  ${what}: ${shown}`)
  const none = (what: string, matches: (problem: Problem) => boolean) => {
    const found = problems.filter(matches).length
    report.add(what, number(found), '0', found === 0)
  }
  report.section('Torture: hostile requests over raw sockets')
  report.add(
    'requests',
    `${number(tally.requests)} of ${number(requests)} on ${number(tally.connections)} connections to ${addresses} addresses in ${Math.round(seconds)} s, seed ${seed}`,
  )
  report.add('connections by kind', list(tally.kinds))
  report.add('answers by status', list(new Map([...tally.statuses].sort(([a], [b]) => a - b))))
  report.add('connections closed without an answer', list(tally.unanswered))
  none('faults of the service (5xx that is not overload)', ({ what }) => what.includes('fault'))
  none('statuses that are not documented', ({ what }) => what.includes('documented'))
  none('stacks, paths or statements in bodies', ({ what }) => what === 'a leak')
  none('errors in another shape', ({ what }) => what.includes('shape'))
  none('requests smuggled behind another', ({ what }) => what.includes('more answers'))
  none('connections without an end, or refused', ({ what }) => what.startsWith('no '))
  report.add('plain answers afterwards', isSame ? 'the same bytes' : 'other', 'the same', isSame)
  writeUse(report, use)
}

function writeUse(report: Report, use: readonly Use[]): void {
  const [warm, end] = use
  if (warm === undefined || end === undefined) return
  const mb = end.mb - warm.mb
  const handles = end.handles - warm.handles
  report.add(
    'resident memory, after the first fifth and at the end',
    `${warm.mb} MB, ${end.mb} MB`,
    `≤ ${MAX_GROWTH_MB} MB more`,
    mb <= MAX_GROWTH_MB,
  )
  report.add(
    'open files and sockets, the same',
    `${warm.handles}, ${end.handles}`,
    `≤ ${MAX_MORE_HANDLES} more`,
    handles <= MAX_MORE_HANDLES,
  )
  report.add('files left in spool and rejects', String(end.files), '0', end.files === 0)
}
