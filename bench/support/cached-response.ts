import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './engine-limits.ts'
import { load, startNginx } from './processes.ts'

const ROUNDS = 5
const SECONDS = 3

/**
 * Requests a second for a cached response, and for a file with the same bytes served by nginx:
 * medians of several rounds, taking turns.
 */
export async function rateCached(
  url: string,
  folder: string,
): Promise<{ ours: number; file: number }> {
  writeFileSync(join(folder, 'cached.json'), await (await fetch(url)).text())
  const nginx = await startNginx(folder)
  try {
    const [ours, file]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      file.push((await load(`${nginx.url}/cached.json`, { seconds: SECONDS })).requestsPerSecond)
      ours.push((await load(url, { seconds: SECONDS })).requestsPerSecond)
    }
    return { ours: median(ours), file: median(file) }
  } finally {
    await nginx.stop()
  }
}
