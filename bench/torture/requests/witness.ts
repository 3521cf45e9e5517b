import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Peer } from '../../support/processes.ts'

const PATHS = ['/v2/chains', '/protocols', '/prices/current/aggregator:bitcoin?searchWidth=1w']
const POLL_MS = 250

/** What a service answers to plain requests when nobody else asks. */
export async function askAtRest(service: Peer, maxMs: number): Promise<string[]> {
  const endMs = performance.now() + maxMs
  for (;;) {
    const answers = await ask(service)
    if (answers.every((answer) => answer.includes(' 200 '))) return answers
    if (performance.now() > endMs) throw new Error(`no plain answers: ${answers.join(', ')}`)
    await sleep(POLL_MS)
  }
}

async function ask({ url }: Peer): Promise<string[]> {
  const answers: string[] = []
  for (const path of PATHS) {
    answers.push(
      await fetch(url + path, { headers: { connection: 'close' } })
        .then(async (answer) => `${path} ${answer.status} ${hash('sha256', await answer.text())}`)
        .catch((error: Error) => `${path} ${error.message} ${Object(error.cause).message}`),
    )
  }
  return answers
}

/** After how long the answers are as they were; undefined when they are not within `maxMs`. */
export async function sameAgainMs(
  service: Peer,
  before: readonly string[],
  maxMs: number,
): Promise<number | undefined> {
  const startedMs = performance.now()
  for (;;) {
    const now = await ask(service)
    const tookMs = performance.now() - startedMs
    if (now.join() === before.join()) return tookMs
    if (tookMs > maxMs) {
      console.log(`  before: ${before.join(', ')}\n  afterwards: ${now.join(', ')}`)
      return undefined
    }
    await sleep(POLL_MS)
  }
}
