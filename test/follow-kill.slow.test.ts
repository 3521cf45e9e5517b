import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver } from '../src/hooks/receiver-for-tests.ts'
import { ROOT } from './support/source-files.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'almanac-follow-'))
const children = new Set<ChildProcess>()

let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await receiver.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
const inherited = { PATH, HOME, NODE_COMPILE_CACHE }

function start(...args: string[]): ChildProcess {
  const program = ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/main.ts'), ...args]
  const own = { ALMANAC_DATA_DIR: dataDir, ALMANAC_DEMO: 'off', PORT: '0', LOG_LEVEL: 'fatal' }
  const child = spawn(process.execPath, program, {
    env: { ...inherited, ...own },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

async function run(args: string[], input = ''): Promise<string> {
  const child = start(...args)
  child.stdin?.end(input)
  const ended = once(child, 'exit')
  const output = child.stdout === null ? '' : await text(child.stdout)
  expect(await ended).toEqual([0, null])
  return output
}

async function serve(): Promise<{ child: ChildProcess; origin: string }> {
  const child = start('serve')
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  while (!output.includes('Reference:')) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${output}`)
    await sleep(20)
  }
  return { child, origin: /ready at (\S+)/.exec(output)?.[1] ?? '' }
}

const importPrice = (priceUsd: number) =>
  run(
    ['import', 'prices', '-', '--format', 'csv'],
    `coin,atSec,priceUsd\naggregator:a,1768392000,${priceUsd}\n`,
  )

test('behavior: what was committed before a SIGKILL is delivered after it, and SIGTERM ends streams at once', async () => {
  await run(['hooks', 'add', receiver.url, '--allow-private', '--on', 'commit'])
  receiver.status = 500
  const first = await serve()
  await importPrice(1)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const taken: string[] = []
  receiver.before = ({ body }) => taken.push((JSON.parse(body) as { id: string }).id)
  receiver.status = 200

  const second = await serve()
  await importPrice(2)
  const commits = await fetch(`${second.origin}/meta/stream?since=0&event=commit&once=true`)
  const wanted = [...(await commits.text()).matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) => id)
  expect(wanted.length).toBeGreaterThanOrEqual(2)
  // A process that is killed at work leaves a lease, which runs out after half a minute.
  for (const deadline = Date.now() + 90_000; new Set(taken).size < wanted.length; await sleep(50))
    if (Date.now() > deadline) break
  expect([...new Set(taken)]).toEqual(wanted)

  const stream = await fetch(`${second.origin}/meta/stream`)
  const startedMs = performance.now()
  second.child.kill('SIGTERM')
  await stream.text()
  expect(await once(second.child, 'exit')).toEqual([0, null])
  expect(performance.now() - startedMs).toBeLessThan(8_000)
})
