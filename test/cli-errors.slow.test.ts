import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Program } from './support/program.ts'

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
  [{ PORT: 'http' }, /^PORT must be/],
  [{ ALMANAC_DEMO: 'maybe' }, /^ALMANAC_DEMO must be/],
  [{ ALMANAC_CLOCK: 'noon' }, /^ALMANAC_CLOCK must be/],
  [{ ALMANAC_BOOTSTRAP_KEY: 'short' }, /^ALMANAC_BOOTSTRAP_KEY must be/],
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
  [['serve', '--fast'], /--fast/],
  [['import'], /^usage: almanac import/],
  [['import', 'nothing', 'a.csv'], /nothing/],
  [['import', 'prices', 'missing.csv'], /missing\.csv/],
  [['export', 'nothing'], /nothing/],
  [['keys', 'revoke', 'nobody'], /nobody/],
])('error: almanac %j is one line', async (args, words) => {
  await expectOneLine(args, {}, words)
})

test('error: an unknown command shows what there is', async () => {
  const { code, stderr } = await program.run(['fly'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^There is no command "fly"\.\n\nAlmanac/)
})

test('error: a file without a needed column writes nothing', async () => {
  const path = join(program.dataDir, 'half.csv')
  writeFileSync(path, 'coin,priceUsd\naggregator:bitcoin,1\n')
  await expectOneLine(['import', 'prices', path], {}, /atSec/)
  expect((await program.run(['status'])).stdout).toMatch(/data version 0\./)
})
