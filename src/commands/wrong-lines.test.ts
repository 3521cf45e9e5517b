import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'
import { mirrored, routes, sources } from '../app.ts'
import { readConfig } from '../config.ts'
import { explainFailure } from './explain-failure.ts'
import { localOperations } from './operations.ts'
import { runLine } from './run-for-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-wrong-'))
const protocols = join(folder, 'protocols')
const ADDRESS = `0x${'12'.repeat(20)}`
let app: TestApp

beforeAll(async () => {
  mkdirSync(protocols, { recursive: true })
  const vault = {
    kind: 'token-balances',
    protocol: 'v',
    chain: 'local',
    start: '2026-01-01',
    holdings: [{ owners: [ADDRESS], tokens: [ADDRESS] }],
  }
  writeFileSync(join(protocols, 'vault.json'), JSON.stringify(vault))
  writeFileSync(join(protocols, 'far.json'), JSON.stringify({ ...vault, chain: 'ethereum' }))
  writeFileSync(join(folder, 'package.json'), '{ "name": "wrong", "private": true }')
  writeFileSync(join(folder, 'throws.js'), 'throw new Error("first\\nsecond")')
  writeFileSync(join(folder, 'not-a-module.js'), 'module.exports = 5')
  writeFileSync(join(folder, 'broken.js'), 'module.exports = {')
  writeFileSync(join(folder, 'prices.csv'), 'coin,atSec,priceUsd\n')
  writeFileSync(join(folder, 'not.parquet'), 'PAR1 nothing')
  app = await TestApp.open({
    ALMANAC_PROTOCOLS_DIR: protocols,
    // Nothing listens there.
    ALMANAC_RPC_LOCAL: 'http://127.0.0.1:9',
  })
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Paths of this test stand as `{}/name`. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  ['serve --port 1', /--port/],
  ['serve now', /usage|argument/i],
  ['serve --role reader', /--role must be one of all, api, ingest, not "reader"/],
  ['serve --role api', /--role api needs ALMANAC_STORE_URL/],
  ['serve --workers none', /--workers must be a number from 1 to 64, not "none"/],
  ['serve --workers 2', /--workers 2 needs ALMANAC_STORE_URL/],
  ['runs undo', /usage: almanac runs undo <run>/],
  ['demo', /usage: almanac demo remove/],
  ['import', /^usage: almanac import/],
  ['import prices', /usage|file/i],
  ['import price {}/prices.csv', /price/],
  ['import prices {}/none.csv', /none\.csv/],
  ['import prices {}', /./],
  ['import prices {}/prices.csv --format pdf', /pdf|format/i],
  ['import prices {}/prices.csv --colour', /--colour/],
  ['import prices {}/not.parquet', /not\.parquet|parquet/i],
  ['import nothing a.csv', /nothing/],
  ['import edgar {}/none', /none/],
  ['export', /usage: almanac export/],
  ['export nothing', /nothing/],
  ['export prices --format pdf', /pdf|format/i],
  ['export prices --asOf', /--asOf|usage/],
  ['facts nothing', /nothing/],
  ['keys', /keys/],
  ['keys create', /--name|usage/i],
  ['keys create --name a --rate x', /rate/],
  ['keys create --name a --expires soon', /expires|soon/],
  ['keys revoke', /usage|name/i],
  ['keys revoke nobody', /nobody/],
  ['keys rotate nobody --overlap x', /overlap|nobody/],
  ['keys fly', /keys/],
  ['run', /^usage: almanac run/],
  ['run a b', /^usage: almanac run/],
  ['run nothing', /No live source is called "nothing"/],
  ['run vaul', /Is it reader:vault\?/],
  ['run far', /ALMANAC_RPC_ETHEREUM/],
  ['run vault --at yesterday', /"yesterday" is not a time/],
  ['run vault --at 2026-02-30', /"2026-02-30" is not a time/],
  ['run vault --at 2099-01-01', /lies in the future/],
  ['run vault --at', /--at|usage/],
  ['run vault --chain base', /--chain is for adapters/],
  ['run vault --odd', /--odd/],
  ['run --adapter', /--adapter/],
  ['run --adapter {}/none.js', /none\.js/],
  ['run --adapter {}', /./],
  ['run --adapter {}/throws.js', /throws/],
  ['run --adapter {}/broken.js', /broken/],
  ['run --adapter {}/not-a-module.js', /not-a-module/],
  ['run --adapter {}/throws.js --kind moon', /--kind must be one of/],
  ['run --adapter {}/throws.js --at 5', /--chain/],
  ['run --adapter {}/throws.js --memory lots', /--memory/],
  ['run --adapter {}/throws.js --allow http://x', /is not a host/],
  ['adapters', /usage: almanac adapters/],
  ['adapters test', /usage: almanac adapters/],
  ['adapters test {}/none.js', /none\.js/],
  ['adapters fly {}/none.js', /usage: almanac adapters/],
  ['backfill', /^usage: almanac backfill/],
  ['backfill vault', /^usage: almanac backfill/],
  ['backfill vault --from x', /"x" is not a time/],
  ['backfill vault --from 2026-02-01 --to 2026-01-01', /--to must be after --from/],
  ['backfill vault --from 2026-01-01 --affected', /^usage: almanac backfill/],
  ['backfill vault --from 2026-01-01 --release', /^usage: almanac backfill/],
  ['backfill nothing --from 2026-01-01', /No live source is called/],
  ['verify', /^usage: almanac verify/],
  ['verify x', /^usage: almanac verify/],
  ['verify 99', /99/],
  ['verify 1 --rpc node', /--rpc wants a URL/],
  ['quality', /almanac quality/],
  ['quality fly', /almanac quality/],
  ['quality list all', /too many arguments/],
  ['quality list --state lost', /--state must be one of/],
  ['quality release', /name ids/],
  ['quality release nope', /under the id "nope"/],
  ['quality release --guard nope', /by the guard "nope"/],
  ['quality release a --guard b', /not by both/],
  ['quality reject --run 5-3', /--run/],
  ['quality undo', /not the number of a run/],
  ['quality undo 99', /Run 99 is not a decision/],
  ['quality release a --reason', /--reason/],
  ['doctor now', /usage: almanac doctor/],
  ['status now', /usage: almanac status/],
]

test.each(WRONG)('error: almanac %s is one line and never a stack', async (line, words) => {
  const { store, clock, live, sql, accounts } = app.app
  const parts = { store, clock, sources, live, sql, mirror: { mirrored, routes } }
  const work = runLine(
    line.split(' ').map((one) => one.replace('{}', folder)),
    {
      ...{ operations: localOperations(parts), store, accounts: { accounts, clock } },
      config: { dataDir: app.dataDir },
    },
  )
  const problem = await work.then(() => 'it did not fail', explainFailure)
  expect(problem).toMatch(words)
  expect(problem).not.toMatch(/\n|^\s+at |node:internal|\.ts:\d+/m)
})

test.each([
  ['fly', 'There is no command "fly". `almanac help` lists them.'],
  ['exprt', 'There is no command "exprt". Did you mean export? `almanac help` lists them.'],
])('error: almanac %s is no command', async (word, message) => {
  await expect(runLine([word], {})).rejects.toThrow(message)
})

test('error: a near word of a family, and a near option, are suggested', async () => {
  await expect(runLine(['quality', 'relase'], {})).rejects.toThrow(
    'there is no command "quality relase" (did you mean quality release?); usage: almanac quality list',
  )
  await expect(runLine(['export', 'prices', '--formt', 'csv'], {})).rejects.toThrow(
    "Unknown option '--formt' (did you mean --format?); usage: almanac export <fact>",
  )
})

test.each([
  [{ PORT: 'http' }, /^PORT must be/],
  [{ ALMANAC_DEMO: 'maybe' }, /^ALMANAC_DEMO must be/],
  [{ ALMANAC_CLOCK: 'noon' }, /^ALMANAC_CLOCK must be/],
  [{ ALMANAC_BOOTSTRAP_KEY: 'short' }, /^ALMANAC_BOOTSTRAP_KEY must be/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be/],
])('error: the setting %j is refused in one line', (environment, words) => {
  let problem = 'it was taken'
  try {
    readConfig(environment)
  } catch (error) {
    problem = explainFailure(error)
  }
  expect(problem).toMatch(words)
  expect(problem).not.toContain('\n')
})
