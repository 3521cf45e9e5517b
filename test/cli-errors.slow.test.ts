import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Command, Program } from './support/program.ts'

const program = new Program({ ALMANAC_DEMO: 'off' })
afterAll(() => program.stop())

async function expectOneLine(
  args: string[],
  environment: Record<string, string>,
  words: RegExp,
): Promise<void> {
  const { code, stdout, stderr } = await program.run(args, { environment })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(words)
}

test.each([
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be/],
  [{ ALMANAC_STORE_URL: 'http://127.0.0.1:1' }, /^ALMANAC_STORE_URL: no ClickHouse server answers/],
  [
    { ALMANAC_DATA_DIR: join(import.meta.dirname, 'README.md', 'below-a-file') },
    /^ALMANAC_DATA_DIR: /,
  ],
  [{ HOST: '192.0.2.1' }, /^HOST, PORT: cannot listen/],
])('error: serve with %j stops with one line', async (environment, words) => {
  await expectOneLine(['serve'], environment, words)
})

test('error: a port that is taken is named', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as AddressInfo
  await expectOneLine(
    ['serve'],
    { PORT: String(port) },
    new RegExp(`^PORT: 127\\.0\\.0\\.1:${port} is taken`),
  )
  holder.close()
})

test.each([
  [['fly'], /^There is no command "fly"/],
  [['serve', '--fast'], /^Unknown option '--fast'; usage: almanac serve/],
  [['serve', '--role', 'reader'], /^--role must be one of all, api, ingest, not "reader"/],
])('error: almanac %j is one line on stderr', async (args, words) => {
  await expectOneLine(args, {}, words)
})

test('error: a node that does not answer is named after a minute', async () => {
  const protocols = join(program.dataDir, 'protocols')
  const holder = `0x${'12'.repeat(20)}`
  const vault = { kind: 'token-balances', protocol: 'v', chain: 'local', start: '2026-01-01' }
  mkdirSync(protocols)
  writeFileSync(
    join(protocols, 'vault.json'),
    JSON.stringify({ ...vault, holdings: [{ owners: [holder], tokens: [holder] }] }),
  )
  // Nothing listens there.
  const node = { ALMANAC_PROTOCOLS_DIR: protocols, ALMANAC_RPC_LOCAL: 'http://127.0.0.1:9' }
  const faster = 'const now=Date.now,start=now();Date.now=()=>start+(now()-start)*60'
  const options = `--import data:text/javascript,${encodeURIComponent(faster)}`
  await expectOneLine(['run', 'vault'], { ...node, NODE_OPTIONS: options }, /local|127\.0\.0\.1/)
})

test('error: a path too long for its socket is named', async () => {
  const dataDir = join(program.dataDir, 'd'.repeat(100))
  await expectOneLine(['serve'], { ALMANAC_DATA_DIR: dataDir }, /is longer than the 90 bytes/)
  await expectOneLine(['status'], { ALMANAC_DATA_DIR: dataDir }, /is longer than the 90 bytes/)
})

test('error: a data directory on a disk that cannot be written is named', async () => {
  // Nobody can make folders there, not even root.
  const environment = { ALMANAC_DATA_DIR: '/proc/almanac' }
  await expectOneLine(['serve'], environment, /^ALMANAC_DATA_DIR: \/proc\/almanac cannot be made/)
  await expectOneLine(['keys', 'list'], environment, /^ALMANAC_DATA_DIR: \/proc\/almanac/)
})

test.each([
  ['emptied', '', /^The accounts file .+accounts\.sqlite is empty\. Restore it/],
  [
    'overwritten',
    'x'.repeat(8_192),
    /^The accounts file .+accounts\.sqlite is damaged\. Restore it/,
  ],
])('error: an accounts file that was %s is refused', async (_, content, words) => {
  const other = new Program({ ALMANAC_DEMO: 'off' })
  await other.run(['keys', 'create', '--name', 'mine'])
  for (const name of ['-wal', '-shm'])
    rmSync(join(other.dataDir, `accounts.sqlite${name}`), { force: true })
  writeFileSync(join(other.dataDir, 'accounts.sqlite'), content)
  const environment = { ALMANAC_DATA_DIR: other.dataDir }
  await expectOneLine(['serve'], environment, words)
  await expectOneLine(['keys', 'list'], environment, words)
  await expectOneLine(['status'], environment, words)
  await other.stop()
})

test('error: another bootstrap key than at the first start is refused', async () => {
  const other = new Program({ ALMANAC_DEMO: 'off', ALMANAC_BOOTSTRAP_KEY: 'first-key-0123456789' })
  await (await other.serve()).terminate()
  const environment = {
    ALMANAC_DATA_DIR: other.dataDir,
    ALMANAC_BOOTSTRAP_KEY: 'other-key-0123456789',
  }
  await expectOneLine(['serve'], environment, /^ALMANAC_BOOTSTRAP_KEY differs from .+ keys revoke/)
  await other.stop()
})

test('error: of processes that start together one serves and the others say why not', async () => {
  const other = new Program({ ALMANAC_DEMO: 'off' })
  const starts = [1, 2, 3].map(() => other.start(['serve']))
  const ready = (command: Command) => /^Reference: /m.test(command.stdout)
  while (!starts.some(ready) || starts.filter(({ isRunning }) => isRunning).length > 1)
    await sleep(20)
  for (const command of starts.filter((one) => !ready(one))) {
    const { code, stdout, stderr } = await command.ended()
    expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1])
    expect(stderr).toMatch(/^Another Almanac is using /)
  }
  // The one that serves can still be reached.
  expect((await other.run(['status'])).stdout).toMatch(/^A server is running/)
  for (const command of starts) await command.terminate()
  await other.stop()
})

test('behavior: a start removes what killed imports left, and nothing else', async () => {
  const rejects = join(program.dataDir, 'rejects')
  const copies = [join(rejects, '.import-1', '2'), join(program.dataDir, 'spool', 'a', 'b')]
  for (const path of copies) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'rows')
  }
  writeFileSync(join(rejects, '5-prices.ndjson'), '{}\n')
  await program.run(['status'])
  expect(readdirSync(rejects)).toEqual(['5-prices.ndjson'])
  expect(existsSync(join(program.dataDir, 'spool'))).toBe(false)
})

test('error: a file without a needed column writes nothing', async () => {
  const path = join(program.dataDir, 'half.csv')
  writeFileSync(path, 'coin,priceUsd\naggregator:bitcoin,1\n')
  await expectOneLine(['import', 'prices', path], {}, /atSec/)
  expect((await program.run(['status'])).stdout).toMatch(/data version 0\./)
})

test('error: what is thrown where nobody waits for it ends the program with one line, too', async () => {
  const other = new Program({ ALMANAC_DEMO: 'off' })
  const code =
    "setTimeout(()=>{if(process.argv[1].endsWith('main.ts'))throw new Error('too late\\nfor this')},4000)"
  const command = other.start(['serve'], {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}`,
  })
  const ended = await command.ended()
  expect([ended.code, ended.stderr]).toEqual([
    1,
    'Failed: too late (LOG_LEVEL=debug shows where)\n',
  ])
  await other.stop()
})
