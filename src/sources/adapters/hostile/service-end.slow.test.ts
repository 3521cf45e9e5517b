import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Checkout, makeCheckout } from '../../../../test/support/adapters/checkout.ts'
import { hostFile } from '../../../../test/support/adapters/host-for-tests.ts'
import { listProcesses } from '../../../../test/support/adapters/hostile.ts'
import { PATIENCE } from '../../../../test/support/patience.ts'
import { Program } from '../../../../test/support/program.ts'

const RUN_ONE = fileURLToPath(
  new URL('../../../../test/support/adapters/run-one.ts', import.meta.url),
)
const BUSY = 'for (;;) {}'

let checkout: Checkout
let folder: string

beforeEach(async () => {
  checkout = await makeCheckout({ 'one.js': BUSY })
  folder = await mkdtemp(join(await realpath(tmpdir()), 'almanac-temp-'))
  await chmod(folder, 0o711)
})
afterEach(async () => {
  await checkout.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Waits until the module's process is there, or gone. */
async function waitForProcesses(count: 0 | 1, seconds: number): Promise<void> {
  const endMs = Date.now() + seconds * 1000 * PATIENCE
  while (Math.min(1, (await listProcesses(checkout.root)).length) !== count) {
    if (Date.now() > endMs) throw new Error(`there are not ${count} processes after ${seconds} s`)
    await sleep(20)
  }
}

async function startService(): Promise<ChildProcess> {
  const service = spawn(process.execPath, [RUN_ONE, checkout.root, 'one.js'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: 'ignore',
  })
  await waitForProcesses(1, 20)
  // Time to get into the loop.
  await sleep(1000 * PATIENCE)
  return service
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'behavior: a service that is ended by %s takes a module in a loop with it',
  async (signal) => {
    const service = await startService()
    expect(await readdir(folder)).toHaveLength(1)
    const ended = once(service, 'exit')
    service.kill(signal)
    await ended
    await waitForProcesses(0, 5)
    // The folder goes right after the process.
    await expect.poll(() => readdir(folder), { timeout: 5_000 * PATIENCE }).toEqual([])
  },
)

test('behavior: a service that stops ends the module at once', async () => {
  const stopping = new AbortController()
  const running = hostFile(checkout, 'one.js', { timeSec: 600, stopping: stopping.signal })
  const failed = expect(running).rejects.toThrow('it was ended, because the service is stopping')
  await waitForProcesses(1, 20)
  stopping.abort()
  await failed
  expect(await listProcesses(checkout.root)).toEqual([])
})

test('behavior: SIGTERM of the real service ends a module that is being loaded', async () => {
  const program = new Program({
    ALMANAC_DEMO: 'off',
    ALMANAC_PROTOCOLS_DIR: folder,
    ALMANAC_RPC_LOCAL: 'http://127.0.0.1:1',
  })
  await writeFile(
    join(folder, 'busy.json'),
    JSON.stringify({ kind: 'adapter', module: checkout.path('one.js'), protocol: 'busy' }),
  )
  try {
    const server = await program.serve()
    await waitForProcesses(1, 30)
    await sleep(1000 * PATIENCE)
    const stopped = server.terminate()
    await waitForProcesses(0, 5)
    expect(await stopped).toBe(0)
  } finally {
    await program.stop()
  }
})

test('behavior: started as root, a module is nobody, or the run tells that it is root; else it is who the service is', async () => {
  const own = process.getuid?.()
  const onRoot = vi.fn()
  await writeFile(
    checkout.path('one.js'),
    'module.exports = { ethereum: { tvl: () => ({ uid: process.getuid(), gid: process.getgid(), groups: own() }) } }; const own = () => process.getgroups().filter((one) => one !== process.getgid()).length',
  )
  const { parts } = await hostFile(checkout, 'one.js', { onRoot })
  // Nobody may read the runtime of a clone in the home of root.
  const isNobody = own === 0 && (await isOpenToAll(process.execPath))
  const expected = isNobody ? { uid: 65_534, gid: 65_534, groups: 0 } : { uid: own }
  expect(parts[0]?.value).toMatchObject(expected)
  expect(onRoot).toHaveBeenCalledTimes(own === 0 && !isNobody ? 1 : 0)
})

async function isOpenToAll(path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder))
    if (((await stat(folder)).mode & 0o001) === 0) return false
  return true
}
