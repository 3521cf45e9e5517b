import { blocks, prices } from '../src/domains/coins/facts.ts'
import { FIRST_MS, fillRuns } from '../test/support/many-runs.ts'
import { formatMs, median, repeat, timeMs, timeResponse } from './support/measure.ts'
import {
  type Peer,
  processorTimeSec,
  residentMb,
  runAlmanac,
  type Service,
  startAlmanac,
  withFolder,
  withService,
} from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt } from './support/size.ts'
import { inStore } from './support/world.ts'

const FIRST_PATHS = ['/v2/chains', '/protocols', '/v2/historicalChainTvl']
const MAX_FIRST_MS = 3_000
const MAX_SEC = { 'first start': 15, 'later start': 2 }

/**
 * Time from the command to `/ready`, of a first start and a later one; the first responses after
 * it; and memory with the demo world. Processor time says what wall time hides on a busy machine.
 */
export async function start(report: Report): Promise<void> {
  report.section('Start')
  await withFolder(async (folder) => {
    for (const [what, maxSec] of Object.entries(MAX_SEC))
      await withService(
        {},
        async (almanac) => {
          const more = ` (${processorTimeSec(almanac.pid).toFixed(1)} s of processor time)`
          report.limited(`${what} to /ready`, almanac.startSec, maxSec, 's', more)
          for (const path of FIRST_PATHS) {
            const ms = await timeMs(async () => (await fetch(almanac.url + path)).text())
            report.limited(`${path} after it`, ms, MAX_FIRST_MS)
          }
          report.memory(almanac, 'resident memory after it')
        },
        folder,
      )
  })
}

const FEW_RUNS = 10
const MANY_RUNS = countAt(10_000_000)
const MAX_START_SEC = 3
const MAX_MORE_MB = 200
const MAX_RESPONSE_MS = 300
const ROUNDS = 9

/** A journal of ten million runs against one of ten: memory, start, and what is asked of old runs. */
export async function journal(report: Report): Promise<void> {
  const many = MANY_RUNS.toLocaleString('en')
  report.section(`A journal of ${many} runs against one of ${FEW_RUNS}`)
  const few = await withFolder(async (folder) => {
    await fill(folder, FEW_RUNS)
    return withService({}, async (service) => useOf(service), folder)
  })
  const compare = async (service: Service, folder: string) => {
    const { startSec, processorSec, mb } = useOf(service)
    const beside = (sec: number) => ` (with ${FEW_RUNS} runs ${sec.toFixed(1)} s)`
    report.limited('later start to /ready', startSec, MAX_START_SEC, 's', beside(few.startSec))
    // What the first figure hides on a busy machine.
    report.add('its processor time', `${processorSec.toFixed(1)} s${beside(few.processorSec)}`)
    const moreMb = (what: string, now: number) =>
      report.limited(what, now - few.mb, MAX_MORE_MB, 'MB')
    moreMb('resident memory after it, above that with few runs', mb)
    await askAll(report, service)
    const undoMs = await timeMs(() => runAlmanac(folder, 'runs', 'undo', '201'))
    report.add('runs undo 201, as a command', formatMs(undoMs))
    await askAll(report, service, ' after an undo')
    moreMb('resident memory after all', residentMb(service.pid))
  }
  await withFolder(async (folder) => {
    const sumSec = `${((await fill(folder, MANY_RUNS)) / 1000).toFixed(1)} s`
    report.add('opened first, which sums up earlier runs once', sumSec)
    await withService({}, (service) => compare(service, folder), folder)
  })
}

/** A data directory whose journal has so many runs; the time of its first opening. */
async function fill(folder: string, runs: number): Promise<number> {
  const facts = [prices, blocks]
  await inStore(folder, ({ engine }) => fillRuns(engine, runs), facts)
  const ms = await timeMs(() => inStore(folder, async () => {}, facts))
  // The other tables are made by the first start.
  await (await startAlmanac(folder)).stop()
  return ms
}

const useOf = ({ pid, startSec }: Service) => ({
  ...{ startSec, processorSec: processorTimeSec(pid), mb: residentMb(pid) },
})

/** Medians of requests for old runs, another one each time. */
async function askAll(report: Report, { url }: Peer, when = ''): Promise<void> {
  const asOf = (id: number) => new Date(FIRST_MS + id * 1000).toISOString()
  const requests: [string, (id: number) => string][] = [
    ['a price asOf an old time', (id) => `/prices/current/test:coin?asOf=${asOf(id)}`],
    ['/meta/runs/{id}', (id) => `/meta/runs/${id}`],
    ['/meta/runs, a page of 100', (id) => `/meta/runs?limit=100&before=${id}`],
    ['/meta/runs of failed ones', (id) => `/meta/runs?state=failed&before=${id}`],
    ['/meta/changes of old runs', (id) => `/meta/changes?since=${id}&limit=100`],
    ['/meta/datasets', () => '/meta/datasets'],
    ['/meta/datasets asOf an old time', (id) => `/meta/datasets?asOf=${asOf(id)}`],
    ['/meta/freshness', () => '/meta/freshness?include=expected'],
  ]
  for (const [what, pathOf] of requests) {
    const responses = await repeat(ROUNDS, (round) =>
      timeResponse(url + pathOf(Math.floor(MANY_RUNS * (((round + 1) * 0.618) % 1)))),
    )
    report.limited(`${what}${when}`, median(responses.map(({ ms }) => ms)), MAX_RESPONSE_MS)
  }
  // The rarest request: all runs are looked through for what none of them is.
  const { ms } = await timeResponse(`${url}/meta/runs?source=nobody`)
  report.add(`/meta/runs of no source${when}`, formatMs(ms))
}
