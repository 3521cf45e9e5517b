import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapConcurrently } from '../../../src/lib/batches.ts'
import { makeCheckout } from './checkout.ts'
import { type HostRun, hostFile } from './host-for-tests.ts'

/** Stands for whatever a module must never get: it is in the environment and in a file. */
export const CANARY = 'canary-5d1f6a'
const PARALLEL = 2
/** What the service may keep in memory for hostile modules, both running at the same time. */
const MAX_GROWTH_MB = 400
const SAMPLE_MS = 20
const MB = 1024 * 1024
setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** Buffers that one collection finds unused are freed when the next one begins. */
function collect(): void {
  gc()
  gc()
}

function usedMb(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MB
}

/** The most memory in use above `startMb`; garbage does not count. */
class Growth {
  peakMb = 0
  readonly #startMb: number

  constructor(startMb: number) {
    this.#startMb = startMb
  }

  sample(): void {
    if (usedMb() - this.#startMb > MAX_GROWTH_MB) collect()
    this.peakMb = Math.max(this.peakMb, usedMb() - this.#startMb)
  }
}

export interface Attack {
  name: string
  /** The body of a TVL function; it may use `api`, `SECRET` (a path) and `sleep`. */
  body?: string
  /** The whole module instead. */
  module?: string
  /** More files of the checkout; `SECRET` in them becomes the path of the secret file. */
  files?: Readonly<Record<string, string>>
  /** Links by their path in the checkout; `SECRET` is the file, `OUTSIDE` its folder. */
  links?: Readonly<Record<string, string>>
  run?: HostRun
  /** The error that names what it did; undefined: it gets nowhere and gives a response. */
  error?: RegExp
  /** What it answers where there is no error. */
  response?: unknown
}

interface Outcome {
  error: string
  response: unknown
  growthMb: number
  leftProcesses: string[]
}

const PRELUDE = `
const SECRET = process.env.HOME && 'PLACE'
const sleep = (ms) => new Promise((ok) => setTimeout(ok, ms))
const frame = (json, body = Buffer.alloc(0)) => {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(text.length, 0)
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, text, body])
}
const write = (bytes) => {
  const fs = require('fs')
  for (let at = 0; at < bytes.length; ) {
    try { at += fs.writeSync(3, bytes, at) } catch (error) { if (error.code !== 'EAGAIN') throw error }
  }
}
`

/** Runs every module of a family in its own process, two in parallel, and checks each. */
export function describeHostile(family: string, attacks: readonly Attack[]): void {
  describe(family, () => {
    const outcomes = new Map<string, Outcome>()
    let outside = ''
    const before = process.env.TMPDIR
    beforeAll(async () => {
      outside = await mkdtemp(join(await realpath(tmpdir()), 'almanac-outside-'))
      await chmod(outside, 0o711)
      await writeFile(join(outside, 'secret.txt'), CANARY)
      await mkdir(join(outside, 'tmp'), { mode: 0o755 })
      process.env.TMPDIR = join(outside, 'tmp')
      process.env.ALMANAC_TEST_CANARY = CANARY
      collect()
      const startMb = usedMb()
      await mapConcurrently(attacks, PARALLEL, async (attack) => {
        outcomes.set(attack.name, await attempt(attack, outside, new Growth(startMb)))
      })
    })
    afterAll(async () => {
      delete process.env.ALMANAC_TEST_CANARY
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
      await rm(outside, { recursive: true, force: true })
    })

    test.each(attacks)('error: $name', ({ name, error, response }) => {
      const outcome = outcomes.get(name)
      expect(outcome?.error).toMatch(error ?? /^$/)
      if (response !== undefined) expect(outcome?.response).toEqual(response)
      expect(JSON.stringify(outcome)).not.toContain(CANARY)
      expect(outcome?.growthMb).toBeLessThan(MAX_GROWTH_MB)
      expect(outcome?.leftProcesses).toEqual([])
    })

    test('behavior: nothing is left on disk', async () => {
      expect(await readdir(join(outside, 'tmp'))).toEqual([])
    })
  })
}

async function attempt(attack: Attack, outside: string, growth: Growth): Promise<Outcome> {
  const { body = '', files = {}, links = {}, run = {} } = attack
  const secret = join(outside, 'secret.txt')
  const place = (text: string) => text.replaceAll('SECRET', secret).replaceAll('OUTSIDE', outside)
  const prelude = PRELUDE.replace('PLACE', secret)
  const code = attack.module ?? `module.exports = { ethereum: { tvl: async (api) => { ${body} } } }`
  const own = Object.entries(files).map(([name, text]) => [name, place(text)])
  const checkout = await makeCheckout({
    'projects/one.js': `${prelude}${code}`,
    ...Object.fromEntries(own),
  })
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(checkout.path(path)), { recursive: true })
    await symlink(place(target), checkout.path(path))
  }
  const sampling = setInterval(() => growth.sample(), SAMPLE_MS)
  let error = ''
  let response: unknown
  try {
    const { parts } = await hostFile(checkout, 'projects/one.js', run)
    response = parts[0]?.value
  } catch (caught) {
    error = caught instanceof Error ? caught.message : String(caught)
  }
  clearInterval(sampling)
  const leftProcesses = await listProcesses(checkout.root)
  await checkout.remove()
  return { error, response, growthMb: growth.peakMb, leftProcesses }
}

/** Processes that were given this checkout. */
export async function listProcesses(checkout: string): Promise<string[]> {
  const given = `--allow-fs-read=${checkout}/*`
  if (!existsSync('/proc/self/cmdline')) {
    const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'args='])
    return stdout.split('\n').filter((line) => line.includes(given))
  }
  const found: string[] = []
  for (const name of await readdir('/proc')) {
    const line = /^\d+$/.test(name)
      ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
      : ''
    if (line.includes(given)) found.push(name)
  }
  return found
}
