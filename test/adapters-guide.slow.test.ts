import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from './support/source-files.ts'

const guide = readFileSync(join(ROOT, 'docs/adapters.md'), 'utf8')
/** Commands of the guide in order, each with the output it shows, if any. */
const steps = [
  ...guide.matchAll(/```sh\n([\s\S]*?)```(?:\n\n(?:[^`#]*\n\n)?```text\n([\s\S]*?)```)?/g),
].map(([, commands = '', shown]) => ({
  commands,
  shown,
}))

/** What people leave running in a terminal of its own, and the line that says it is there. */
const LEFT_RUNNING: Readonly<Record<string, RegExp>> = {
  'npm run chain': /holds 2,500 COIN/,
  'npm start': /^Reference: /m,
}

const home = mkdtempSync(join(tmpdir(), 'almanac-guide-'))
const running: ChildProcess[] = []
let ports: { chain: number; service: number }
/** Settings that earlier steps exported. */
let exported = ''

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A command on the ports of this test. */
function onOwnPorts(text: string): string {
  return text
    .replaceAll('npm run chain', `npm run --silent chain -- --port ${ports.chain}`)
    .replaceAll('127.0.0.1:8545', `127.0.0.1:${ports.chain}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.service}`)
}

function shell(commands: string): { child: ChildProcess; said: () => string } {
  const script = `set -eu\n${onOwnPorts(exported + commands)}`
  const env = { PATH: process.env.PATH, HOME: home, PORT: String(ports.service), LOG_LEVEL: 'warn' }
  const child = spawn('bash', ['-c', script], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return { child, said: () => text }
}

async function leaveRunning(commands: string, sign: RegExp): Promise<string> {
  const { child, said } = shell(commands)
  running.push(child)
  while (!sign.test(said())) {
    if (child.exitCode !== null) throw new Error(said())
    await sleep(50)
  }
  return said()
}

async function run(commands: string): Promise<string> {
  const { child, said } = shell(commands)
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${commands}\n${said()}`)
  exported += commands
    .split('\n')
    .filter((line) => line.startsWith('export '))
    .map((line) => `${line}\n`)
    .join('')
  return said()
}

/** What is shown, with … for what may differ. */
function asPattern(shown: string): RegExp {
  const parts = onOwnPorts(shown)
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[\\s\\S]*'))
}

beforeAll(async () => {
  ports = { chain: await freePort(), service: await freePort() }
})

afterAll(async () => {
  for (const child of running.reverse()) {
    const ended = once(child, 'close')
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  // The engine of a service that was told to stop may still be closing its files.
  rmSync(home, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 })
})

test('default: the guide has its steps', () => {
  expect(steps.length).toBeGreaterThan(10)
  expect(steps.filter(({ shown }) => shown !== undefined).length).toBeGreaterThan(7)
})

test.each(steps.map((step) => [step.commands.trim().split('\n').at(-1) ?? '', step] as const))(
  'behavior: %s',
  async (_name, step) => {
    const sign = LEFT_RUNNING[step.commands.trim()]
    const said =
      sign === undefined ? await run(step.commands) : await leaveRunning(step.commands, sign)
    if (step.shown !== undefined) expect(said.trim()).toMatch(asPattern(step.shown))
  },
)
