import { join } from 'node:path'
import { mirrored, routes } from '../../../src/app.ts'
import { mirrorOperations } from '../../../src/commands/mirror-operations.ts'
import type { CycleSummary } from '../../../src/runs/mirror/run-cycle.ts'
import { TestApp } from '../test-app.ts'
import { ReplayOrigin } from './replay-origin.ts'

const KEY = 'origin-key-0123456789'

export interface RoundTrip {
  domains: readonly string[]
  /** Facts of other domains, which both instances have. */
  shared?(app: TestApp): Promise<void>
  /** Facts that only the origin has. */
  own(app: TestApp): Promise<void>
  /** Paths on the pro root that are mirrored and compared. */
  paths: readonly string[]
}

export interface RoundTripResult {
  summary: CycleSummary
  leaves: number
  /** Leaves that differ: path, member, both values. */
  differences: string[]
  /** What the mirror requested that is not among the paths. */
  unknown: string[]
}

/** Mirrors one instance into another that is empty, and compares what both say. */
export async function roundTrip({
  domains,
  shared,
  own,
  paths,
}: RoundTrip): Promise<RoundTripResult> {
  const said = new Map<string, unknown>()
  const origin = await ReplayOrigin.start()
  try {
    const first = await TestApp.start()
    await shared?.(first)
    await own(first)
    for (const path of paths) {
      const { status, body } = await first.get(path, { pro: true })
      said.set(path, body)
      origin.say(`/${KEY}${decodeURIComponent(path)}`, body, { status })
    }
    await first.stop()
    const second = await TestApp.start()
    await shared?.(second)
    const summary = await mirrorOperations(second.app.store, second.app.clock, {
      mirrored,
      routes,
    }).mirrorCycle({
      base: origin.url,
      key: KEY,
      domains,
      sinceSec: 0,
      ratePerSec: 1_000,
      concurrency: 4,
      isDryRun: false,
      workDir: join(second.dataDir, 'spool'),
    })
    const differences: string[] = []
    let leaves = 0
    for (const [path, body] of said) {
      const { body: mirroredBody } = await second.get(path, { pro: true })
      const [before, after] = [leavesOf(body), leavesOf(mirroredBody)]
      for (const member of new Set([...before.keys(), ...after.keys()])) {
        leaves++
        const [one, two] = [before.get(member), after.get(member)]
        if (!isSame(one, two)) differences.push(`${path} ${member}: ${one} became ${two}`)
      }
    }
    await second.stop()
    const unknown = origin.takeRequests().filter((request) => request.startsWith('404'))
    return { summary, leaves, differences, unknown: unknown.map(withoutKey) }
  } finally {
    origin.stop()
  }
}

/** Every value that has no members, by the path to it, as JSON. */
function leavesOf(value: unknown, path = '$'): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path, JSON.stringify(value)]])
  const entries = Object.entries(value)
  if (entries.length === 0) return new Map([[path, JSON.stringify(value)]])
  return new Map(entries.flatMap(([name, member]) => [...leavesOf(member, `${path}.${name}`)]))
}

// What is divided by a price and multiplied again may lose its last digit.
const TOLERANCE = 1e-12

function isSame(one: string | undefined, two: string | undefined): boolean {
  if (one === two) return true
  const [a, b] = [Number(one ?? 'none'), Number(two ?? 'none')]
  return Math.abs(a - b) <= TOLERANCE * Math.abs(a)
}

function withoutKey(request: string): string {
  return request.replace(`/${KEY}`, '')
}
