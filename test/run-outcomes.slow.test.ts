import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from './support/evm/anvil.ts'
import { compileContract } from './support/evm/compile.ts'
import { type Deployed, deploy, send } from './support/evm/deploy.ts'
import { Program } from './support/program.ts'

const VAULT = '0x00000000000000000000000000000000000000aa'
const NOBODY = '0x00000000000000000000000000000000000000ff'
const nowSec = Math.floor(Date.now() / 1000)
const folder = mkdtempSync(join(tmpdir(), 'almanac-outcomes-'))
const program = new Program({ ALMANAC_DEMO: 'off' })
let anvil: Anvil
let coin: Deployed
let other: Deployed
let broken: Deployed

beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: nowSec - 600, blockTimeSec: 1 })
  const token = await compileContract('token.sol', 'Token')
  coin = await deploy(anvil, token, ['Coin', 'COIN', 6])
  other = await deploy(anvil, token, ['Other', 'OTHER', 18])
  broken = await deploy(anvil, await compileContract('token.sol', 'BrokenToken'), [false])
  for (const { address, abi } of [coin, other])
    await send(anvil, { address, abi } as Deployed, {
      functionName: 'mint',
      args: [VAULT, 5_000_000n],
    })
  mkdirSync(join(folder, 'collection'))
  writeFileSync(join(folder, 'collection/package.json'), '{ "name": "c", "private": true }')
  writeFileSync(
    join(folder, 'collection/empty.js'),
    'module.exports = { local: { tvl: async () => ({}) } }',
  )
})
afterAll(async () => {
  await program.stop()
  await anvil.stop()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, tokens: readonly string[], more: object = {}): void {
  const instance = {
    kind: 'token-balances',
    protocol: name,
    about: { name, category: 'Dexs' },
    chain: 'local',
    start: '2020-01-01',
    holdings: [{ owners: [VAULT], tokens }],
    ...more,
  }
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(instance))
}

const run = (...args: string[]) =>
  program.run(args, {
    environment: { ALMANAC_PROTOCOLS_DIR: folder, ALMANAC_RPC_LOCAL: anvil.url },
  })

async function importPrice({ address }: Deployed): Promise<void> {
  const path = join(folder, 'prices.csv')
  const id = `local:${address.toLowerCase()}`
  writeFileSync(path, `coin,atSec,priceUsd,confidence\n${id},${nowSec - 300},2,0.99\n`)
  expect((await run('import', 'prices', path)).code).toBe(0)
}

test('behavior: tokens without any price at the first reading are held, with a code and one line', async () => {
  write('first', [coin.address])
  const { code, stdout } = await run('run', 'first')
  expect(code).toBe(3)
  expect(stdout).toMatch(/^first: \d accepted, 0 rejected, 1 held \(run \d+\)$/m)
  expect(stdout).toMatch(/^held by unpriced: .*no amount in it has a price, local:0x/m)
  expect(stdout.match(/^held by/gm)).toHaveLength(1)
  expect(stdout).toMatch(/\(exit code 3\)$/m)
  const exported = await run('export', 'tvl', '--format', 'csv')
  expect(exported.stdout.trim().split('\n').slice(1)).toEqual([])
})

test('behavior: a token without a price among others, and one that does not answer, have codes of their own', async () => {
  await importPrice(coin)
  write('partly', [coin.address, other.address])
  const partly = await run('run', 'partly')
  expect([partly.code, partly.stdout]).toEqual([4, expect.stringMatching(/1 coins have no value/)])
  write('silent', [coin.address, broken.address])
  const silent = await run('run', 'silent')
  expect([silent.code, silent.stdout]).toEqual([
    5,
    expect.stringMatching(/^silent: 1 of 2 \(tokens\) did not answer and are left out/m),
  ])
})

test('error: a mistyped token, a mistyped owner and an empty module store nothing', async () => {
  const expectFailure = async (words: string, ...args: string[]) => {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1])
    expect(stderr).toContain(words)
  }
  write('mistyped', [coin.address, NOBODY])
  await expectFailure(`there is no contract at ${NOBODY}`, 'run', 'mistyped')
  write('stranger', [coin.address], { holdings: [{ owners: [NOBODY], tokens: [coin.address] }] })
  await expectFailure('no owner holds anything', 'run', 'stranger')
  const module = join(folder, 'collection/empty.js')
  await expectFailure('it gave no balances for local.tvl', 'run', '--adapter', module)
})

test('behavior: a run whose figures no endpoint shows says why', async () => {
  write('unknown', [coin.address], { about: undefined })
  const { code, stdout } = await run('run', 'unknown')
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('No endpoint shows these figures: there is no protocol "unknown".'),
  ])
})
