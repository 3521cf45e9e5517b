import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE_SNAPSHOTS } from './support/hostile-snapshots.ts'
import { type Forgery, forge, makeGoodBackup } from './support/hostile-world.ts'
import { Program } from './support/program.ts'

const home = mkdtempSync(join(tmpdir(), 'almanac-hostile-'))
const program = new Program({ ALMANAC_DEMO: 'off' })
const server = createServer((request, response) => {
  const name = request.url?.replace('/downloads/', '') ?? ''
  response.end(readFileSync(join(forged.snapshot, name)))
})
let forged: Forgery

beforeAll(async () => {
  await makeGoodBackup(home, {})
  forged = forge(home, 'snapshot')
  HOSTILE_SNAPSHOTS[0]?.edit(forged)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  await program.stop()
  rmSync(home, { recursive: true, force: true })
})

const origin = () => {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

test.each([
  ['pull of a folder', () => ['pull', forged.snapshot]],
  ['pull of a service', () => ['pull', origin()]],
  ['restore', () => ['restore', forged.backup]],
  ['restore --verify', () => ['restore', forged.backup, '--verify']],
])('error: %s tells a hostile column in one line and runs nothing', async (_, args) => {
  const { code, stdout, stderr } = await program.run(args())
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^\S+manifest\.json: parts\[0\]\.files\[0\]\.columns is not that of prices: it has “coin\) SELECT[^\n]{0,60}”\.\n$/,
  )
  expect(existsSync(forged.canary)).toBe(false)
})

test('error: settings of the engine in a downloaded folder are not taken', async () => {
  const folder = forged.snapshot
  writeFileSync(join(folder, 'config.xml'), '<clickhouse></clickhouse>')
  const { code, stdout, stderr } = await program.run(['pull', folder], { folder })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^The embedded engine would take its settings from \S+config\.xml\. Run/)
})
