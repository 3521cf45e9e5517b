import { BENCH_KEY, type Peer, startAlmanac, withFolder } from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'
import type { TortureOptions } from '../options.ts'
import { Random } from '../random.ts'
import { listAddresses } from './addresses.ts'
import { type Exchanged, exchange } from './exchange.ts'
import { type HostileCase, hostileCase, type Source } from './hostile-requests.ts'
import { findProblems, type Problem } from './judge.ts'
import { MAX_SETTLE_MS, measureAtRest, type Use, writeUse } from './use.ts'
import { askAtRest, sameAgainMs } from './witness.ts'

const CONNECTIONS = 24
/** Until then caches and pools fill; what is used afterwards is compared with this. */
const WARM_UP_SHARE = 0.2
const MINUTE_MS = 60_000
const PROGRESS_MS = 10_000
const SHOWN_OF_EACH = 5

interface Tally {
  requests: number
  connections: number
  unanswered: Map<string, number>
  statuses: Map<number, number>
  kinds: Map<string, number>
  problems: Map<string, Problem[]>
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
  const before = await askAtRest(service, MAX_SETTLE_MS)
  const tally: Tally = {
    ...{ requests: 0, connections: 0 },
    ...{ unanswered: new Map(), statuses: new Map(), kinds: new Map(), problems: new Map() },
  }
  const startedMs = performance.now()
  const port = Number(new URL(service.url).port)
  const sendShare = (share: number) =>
    send(port, {
      ...{ source, tally, documented, until: Math.ceil(requests * share) },
      endMs: startedMs + share * minutes * MINUTE_MS,
    })
  await sendShare(WARM_UP_SHARE)
  const warm = await measureAtRest(service, dataDir)
  await sendShare(1)
  const seconds = (performance.now() - startedMs) / 1000
  const sameMs = await sameAgainMs(service, before, MAX_SETTLE_MS)
  const end = await measureAtRest(service, dataDir)
  write(report, tally, { requests, addresses: addresses.length, seconds, seed, sameMs, warm, end })
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
  for (const problem of findProblems(hostile, exchanged, documented)) {
    const known = problems.get(problem.what) ?? []
    if (known.length < SHOWN_OF_EACH) console.log(`  ${problem.what}: ${problem.shown}`)
    problems.set(problem.what, [...known, problem])
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function write(
  report: Report,
  tally: Tally,
  {
    requests,
    addresses,
    seconds,
    seed,
    sameMs,
    warm,
    end,
  }: {
    requests: number
    addresses: number
    seconds: number
    seed: number
    sameMs: number | undefined
    warm: Use
    end: Use
  },
): void {
  const number = (value: number) => value.toLocaleString('en')
  const list = (counts: Map<number | string, number>) =>
    [...counts].map(([key, times]) => `${key}: ${number(times)}`).join(', ')
  const problems = [...tally.problems.values()].flat()
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
  report.add(
    'plain answers afterwards',
    sameMs === undefined ? 'other' : `the same bytes after ${Math.ceil(sameMs / 1000)} s`,
    `the same within ${MAX_SETTLE_MS / 1000} s`,
    sameMs !== undefined,
  )
  writeUse(report, warm, end)
}
