import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, startNginx } from './processes.ts'

const ROUNDS = 5
const SECONDS = 3

/**
 * Requests a second for a kept answer, and for a file with the same bytes that nginx serves:
 * medians of several rounds, peers taking turns.
 */
export async function rateKept(
  url: string,
  folder: string,
): Promise<{ ours: number; file: number }> {
  writeFileSync(join(folder, 'kept.json'), await (await fetch(url)).text())
  const nginx = await startNginx(folder)
  try {
    const [ours, file]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      file.push((await load(`${nginx.url}/kept.json`, { seconds: SECONDS })).requestsPerSecond)
      ours.push((await load(url, { seconds: SECONDS })).requestsPerSecond)
    }
    return { ours: median(ours), file: median(file) }
  } finally {
    await nginx.stop()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
