import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startClickHouse } from '../test/support/clickhouse/start-server.ts'
import { load, writeScript } from './support/load.ts'
import { alternately, median } from './support/measure.ts'
import {
  endedChildrenTimeSec,
  FROZEN_DEMO,
  type Peer,
  processorTimeSec,
  startAlmanac,
  withFolder,
} from './support/processes.ts'
import type { Report } from './support/report.ts'
import { secondsAt } from './support/size.ts'

const ROUNDS = 3
const LIMIT = 1.6
const CORES = 2
const CALLER = 'wrk.headers["X-Forwarded-For"] = "198.51.100." .. (n % 200)'
// A year and more before the demo world ends, of which it has all days.
const ANY_START = `(${Date.parse('2025-01-01T00:00:00Z') / 1000} - n % ${90 * 86_400})`
/** Another `start` each time makes another chart. */
const CHARTS = {
  'cold charts of figures in memory': '/v2/historicalChainTvl?start=',
  'cold charts that the engine reads': '/chart/aggregator:bitcoin?span=365&period=1d&start=',
}

/** Requests a second, and milliseconds of processor time of one response. */
interface Figures {
  readonly rate: number
  readonly ms: readonly [service: number, engine: number, client: number]
}

/** Two workers against one process on the same ClickHouse server, in turns. */
export async function workers(report: Report): Promise<void> {
  report.section(
    'Two workers against one process, with a ClickHouse server and the client on the same cores',
  )
  await withFolder(async (folder) => {
    const clickHouse = await startClickHouse()
    const settings = {
      ...{ ...FROZEN_DEMO, ALMANAC_STORE_URL: clickHouse.url },
      ALMANAC_TRUST_PROXY: '1',
    }
    const one = await startAlmanac(join(folder, 'one'), settings)
    const two = await startAlmanac(join(folder, 'two'), settings, { args: ['--workers', '2'] })
    const compare = async (what: string, path: string, options: Parameters<typeof load>[1]) => {
      const ask = ({ url }: Peer) => load(url + path, { seconds: secondsAt(4), ...options })
      for (const peer of [one, two]) await ask(peer)
      const rounds = await alternately(ROUNDS, {
        one: () => measure(one, clickHouse.pids, ask),
        two: () => measure(two, clickHouse.pids, ask),
      })
      addRows(report, what, typical(rounds.one), typical(rounds.two))
    }
    await compare('cached responses', '/v2/chains', {})
    for (const [what, path] of Object.entries(CHARTS)) {
      const script = writeScript(folder, `"${path}" .. ${ANY_START}`, CALLER)
      await compare(what, '', { connections: 32, script })
    }
    await two.stop()
    await one.stop()
    await clickHouse.stop()
  })
}

function typical(rounds: readonly Figures[]): Figures {
  const ofMs = (place: 0 | 1 | 2) => median(rounds.map(({ ms }) => ms[place]))
  return { rate: median(rounds.map(({ rate }) => rate)), ms: [ofMs(0), ofMs(1), ofMs(2)] }
}

function addRows(report: Report, what: string, one: Figures, two: Figures): void {
  report.ratio(what, two.rate, one.rate, LIMIT)
  const perResponse = ({ ms }: Figures) => `${ms.map((each) => each.toFixed(3)).join(' + ')} ms`
  report.add(
    `${what}: processor time of service, engine and client for each`,
    `${perResponse(one)} → ${perResponse(two)}`,
  )
  // Where all of it, engine and client too, has these cores; one process answers on one of them.
  const perMs = ({ ms: [service, engine, client] }: Figures) => CORES / (service + engine + client)
  const most = perMs(two) / Math.min(1 / one.ms[0], perMs(one))
  const elsewhere = (2 * one.ms[0]) / two.ms[0]
  report.add(
    `${what}: the most by these times`,
    `${most.toFixed(2)} times on these ${CORES} cores, ${elsewhere.toFixed(2)} with engine and client on others`,
  )
}

async function measure(
  peer: Peer,
  enginePids: readonly number[],
  ask: (peer: Peer) => ReturnType<typeof load>,
): Promise<Figures> {
  const secondsOf = (pids: readonly (number | string)[]) =>
    pids.reduce<number>((sum, pid) => sum + processorTimeSec(pid), 0)
  const times = () => [secondsOf(pidsOf(peer)), secondsOf(enginePids), endedChildrenTimeSec()]
  const before = times()
  const { requests, requestsPerSecond } = await ask(peer)
  const [service = 0, engine = 0, client = 0] = times().map(
    (sec, index) => (1000 * (sec - (before[index] ?? 0))) / requests,
  )
  return { rate: requestsPerSecond, ms: [service, engine, client] }
}

function pidsOf({ pid }: Peer): (number | string)[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...children.split(' ').filter((one) => one !== '')]
}
