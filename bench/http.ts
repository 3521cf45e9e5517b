import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BENCH_KEY, load, startAlmanac, startNginx, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const ROUNDS = 5

/**
 * Kept answers against nginx serving the same bytes from a file; the median of several rounds,
 * peers taking turns.
 */
export async function http(report: Report): Promise<void> {
  report.section('Kept answers, 64 connections, against nginx with the same bytes')
  await withFolder(async (folder) => {
    const almanac = await startAlmanac(join(folder, 'data'), {
      ALMANAC_CLOCK: '2026-01-31T12:00:00Z',
    })
    const free = `${almanac.url}/v2/chains`
    const answer = await fetch(free)
    const etag = answer.headers.get('etag') ?? ''
    writeFileSync(join(folder, 'chains.json'), await answer.text())
    const pro = `${almanac.url}/${BENCH_KEY}/api/v2/chains`
    await (await fetch(pro)).text()
    const nginx = await startNginx(folder)
    const file = `${nginx.url}/chains.json`
    const fileTag = (await fetch(file)).headers.get('etag') ?? ''
    const rates: Record<string, number[]> = {
      free: [],
      pro: [],
      unchanged: [],
      file: [],
      fileUnchanged: [],
    }
    for (let round = 0; round < ROUNDS; round++) {
      rates.file?.push((await load(file, { seconds: 4 })).requestsPerSecond)
      rates.free?.push((await load(free, { seconds: 4 })).requestsPerSecond)
      rates.pro?.push((await load(pro, { seconds: 4 })).requestsPerSecond)
      rates.fileUnchanged?.push(
        (await load(file, { seconds: 4, headers: { 'If-None-Match': fileTag } })).requestsPerSecond,
      )
      rates.unchanged?.push(
        (await load(free, { seconds: 4, headers: { 'If-None-Match': etag } })).requestsPerSecond,
      )
    }
    report.ratio('free GET', median(rates.free), median(rates.file), 0.6)
    report.ratio('pro GET with key, credits and limits', median(rates.pro), median(rates.file), 0.5)
    report.ratio('304', median(rates.unchanged), median(rates.fileUnchanged), 0.6)
    await nginx.stop()
    await almanac.stop()
  })
}

function median(values: number[] = []): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
