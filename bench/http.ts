import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../src/lib/at.ts'
import {
  BENCH_KEY,
  load,
  type Peer,
  startAlmanac,
  startNginx,
  withFolder,
} from './support/processes.ts'
import type { Report } from './support/report.ts'

const ROUNDS = 5
// `BENCH_SECONDS=1` for a quick look.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
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

async function measure(
  report: Report,
  nginx: Peer,
  folder: string,
  settings: Record<string, string>,
  headers: Headers,
): Promise<void> {
  const clock = { ALMANAC_CLOCK: '2026-01-31T12:00:00Z' }
  const almanac = await startAlmanac(join(folder, 'data'), { ...clock, ...settings })
  const free = `${almanac.url}/v2/chains`
  const pro = `${almanac.url}/${BENCH_KEY}/api/v2/chains`
  const file = `${nginx.url}/chains.json`
  const response = await fetch(free)
  const tag = { 'If-None-Match': tagOf(response) }
  writeFileSync(join(folder, 'chains.json'), await response.text())
  await (await fetch(pro)).text()
  const fileTag = { 'If-None-Match': tagOf(await fetch(file)) }
  const rates = await rateInTurns({
    file: [file, {}],
    free: [free, headers],
    pro: [pro, headers],
    fileUnchanged: [file, fileTag],
    unchanged: [free, { ...headers, ...tag }],
  })
  report.ratio('free GET', rates.free, rates.file, LIMITS.free)
  report.ratio('pro GET with key, credits and limits', rates.pro, rates.file, LIMITS.pro)
  report.ratio('304', rates.unchanged, rates.fileUnchanged, LIMITS.unchanged)
  await almanac.stop()
}

function tagOf({ headers, url }: Response): string {
  const tag = headers.get('etag')
  if (tag === null) throw new Error(`${url} has no ETag`)
  return tag
}

/** The median rate of each address over several rounds, in which they take turns. */
async function rateInTurns<N extends string>(
  peers: Record<N, [url: string, headers: Headers]>,
): Promise<Record<N, number>> {
  const rounds: [N, number][] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, [url, headers]] of Object.entries(peers) as [N, [string, Headers]][]) {
      const { requestsPerSecond, errors } = await load(url, { seconds: SECONDS, headers })
      if (errors > 0) throw new Error(`${errors} responses of ${url} were errors`)
      rounds.push([name, requestsPerSecond])
    }
  }
  const names = Object.keys(peers) as N[]
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.flatMap((one) => (one[0] === name ? [one[1]] : [])))]),
  ) as Record<N, number>
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return at(sorted, Math.floor(sorted.length / 2))
}
