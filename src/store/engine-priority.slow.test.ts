import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { makeEngineDir } from '../../test/support/worker-engine.ts'
import { sql } from '../lib/sql.ts'
import { openEmbeddedEngine } from './embedded-engine.ts'

const path = await makeEngineDir()
afterAll(() => rmSync(path, { recursive: true, force: true }))

test.runIf(process.platform === 'linux')(
  "behavior: the engine's threads give way to the event loop, those it starts later too",
  async () => {
    const engine = await openEmbeddedEngine(path)
    await engine.query(sql`SELECT sum(number) AS sum FROM numbers_mt(50000000)`)
    const own = getPriority()
    const threads = readdirSync('/proc/self/task').map((id) => ({
      name: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim(),
      priority: getPriority(Number(id)),
    }))
    await engine.close()
    const lowered = threads.filter(({ priority }) => priority > own)
    expect(lowered.some(({ name }) => name === 'libuv-worker')).toBe(true)
    expect(lowered.some(({ name }) => name === 'ThreadPool')).toBe(true)
    const runtime = threads.filter(({ name }) => name.startsWith('node'))
    expect(runtime.filter(({ priority }) => priority !== own)).toEqual([])
  },
)
