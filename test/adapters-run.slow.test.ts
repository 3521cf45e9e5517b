import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdapterRequest } from '../src/commands/adapter-request.ts'
import { type LiveOperations, liveOperations } from '../src/commands/live-operations.ts'
import { readConfig } from '../src/config.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { protocolRow } from '../src/domains/registry/protocol-row.ts'
import { sql } from '../src/lib/sql.ts'
import { listReceiptsOfRun } from '../src/live/receipts/receipt.ts'
import { createLive, type Live } from '../src/live.ts'
import { DEFAULT_LIMITS } from '../src/sources/adapters/host-limits.ts'
import { type Checkout, makeCheckout } from './support/adapters/checkout.ts'
import { type Anvil, startAnvil } from './support/evm/anvil.ts'
import { compileContract } from './support/evm/compile.ts'
import { type Deployed, deploy, send } from './support/evm/deploy.ts'
import { NOW_SEC, TestApp } from './support/test-app.ts'

// The chain begins at 09:00 and makes a block every 600 s; now is noon.
const GENESIS_SEC = NOW_SEC - 3 * 3_600
const VAULT = '0x00000000000000000000000000000000000000aa'

let anvil: Anvil
let app: TestApp
let service: Live
let live: LiveOperations
let token: Deployed
let checkout: Checkout
let graphPort: number
const folder = mkdtempSync(join(tmpdir(), 'almanac-adapters-run-'))

const graph = createServer((_, response) => response.end('{"data":{"tvl":1234}}'))

beforeAll(async () => {
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve))
  graphPort = (graph.address() as { port: number }).port
  anvil = await startAnvil({ timestampSec: GENESIS_SEC, blockTimeSec: 600 })
  token = await deploy(anvil, await compileContract('token.sol', 'Token'), ['Coin', 'COIN', 6])
  await send(anvil, token, { functionName: 'mint', args: [VAULT, 5_000_000_000n] })
  app = await TestApp.start()
  const config = readConfig({
    ALMANAC_RPC_LOCAL: anvil.url,
    ALMANAC_DATA_DIR: join(folder, 'data'),
    ALMANAC_PROTOCOLS_DIR: join(folder, 'protocols'),
  })
  service = await createLive(
    config,
    app.app.store,
    { nowMs: () => NOW_SEC * 1000 },
    pino({ level: 'silent' }),
  )
  live = liveOperations(service)
  const coin = `local:${token.address.toLowerCase()}`
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Plain Vault', category: 'Lending' }),
    protocolRow({ id: '2', name: 'Double Vault', category: 'Lending', url: 'https://example.org' }),
  ])
  await app.put(prices, [{ coin, atSec: GENESIS_SEC, priceUsd: 2, confidence: 0.9 }])
  const vault = `(api) => api.sumTokens({ owner: '${VAULT}', tokens: ['${token.address}'] })`
  checkout = await makeCheckout({
    'projects/plain.js': `module.exports = { local: { tvl: ${vault} } }`,
    'registries/vaults.js': `module.exports = {
      double: { doublecounted: true, misrepresentedTokens: true, local: { tvl: ${vault} } },
      looked: { local: { tvl: async (api) => {
        const { coins } = await (await fetch('https://prices.example/prices/current/${coin}')).json()
        api.addUSDValue(coins['${coin}'].price * 10)
      } } },
      late: { start: '2030-01-01', local: { tvl: ${vault} } },
      gone: { deadFrom: '2020-01-01', local: { tvl: ${vault} } },
      current: { runAtCurrTime: true, local: { tvl: ${vault} } },
      graph: { local: { tvl: async (api) => {
        for (const url of [process.env.PUBLIC_NODE ?? 'http://node.example/', 'GRAPH/graphql']) {
          const body = JSON.stringify(url.includes('graphql') ? { query: '{ tvl }' } : { jsonrpc: '2.0', method: 'eth_chainId' })
          const response = await fetch(url, { method: 'POST', body })
          if (response.ok) api.addUSDValue((await response.json()).data.tvl)
          else if (url.includes('graphql')) throw new Error(await response.text())
        }
      } } },
      elsewhere: { atlantis: { tvl: ${vault} } },
    }`.replaceAll('GRAPH', `http://127.0.0.1:${graphPort}`),
  })
})
afterAll(async () => {
  graph.close()
  await service.close()
  await app.stop()
  await anvil.stop()
  await checkout.remove()
  rmSync(folder, { recursive: true, force: true })
})

function request(file: string, more: Partial<AdapterRequest> = {}): AdapterRequest {
  return {
    file: checkout.path(file),
    name: null,
    chains: [],
    at: null,
    protocol: '',
    kind: null,
    sdk: null,
    allowedHosts: [],
    limits: DEFAULT_LIMITS,
    ...more,
  }
}
const entry = (name: string, more: Partial<AdapterRequest> = {}) =>
  request('registries/vaults.js', { name, ...more })

test('default: doublecounted leaves a protocol out of the total of its chain, and changes nothing else of it', async () => {
  await live.runAdapter(request('projects/plain.js', { protocol: '1' }))
  await live.runAdapter(entry('double', { protocol: '2' }))
  // 5,000 tokens × $2 each; the chain counts the vault that is counted nowhere else.
  expect((await app.get('/tvl/plain-vault')).body).toBe(10_000)
  expect((await app.get('/tvl/double-vault')).body).toBe(10_000)
  const chains = (await app.get('/v2/chains')).body as { name: string; tvl: number }[]
  expect(chains.map(({ tvl }) => tvl)).toEqual([10_000])
  const listed = (await app.get('/protocols')).body as Record<string, unknown>[]
  expect(listed.find(({ slug }) => slug === 'double-vault')).toMatchObject({
    name: 'Double Vault',
    category: 'Lending',
    url: 'https://example.org',
  })
  const snapshot = app.app.store.snapshot()
  expect(
    await snapshot.query(
      sql`SELECT doubleCounted, misrepresentedTokens FROM ${snapshot.current(protocols, sql`id = '2'`)}`,
    ),
  ).toEqual([{ doubleCounted: true, misrepresentedTokens: true }])
})

test('behavior: a run of an adapter that no file names can be made again, also on another node', async () => {
  const { run } = await live.runAdapter(entry('double', { protocol: '2' }))
  expect(await live.verify({ run, nodes: [], adapter: null })).toMatchObject({
    differences: [],
    remarks: [],
  })
  let isLying = false
  const node = createServer((incoming, response) => {
    let body = ''
    incoming
      .on('data', (part) => (body += part))
      .on('end', async () => {
        const headers = { 'content-type': 'application/json' }
        const text = await (await fetch(anvil.url, { method: 'POST', body, headers })).text()
        // 5,000 tokens of 6 decimals are 12a05f200 in hexadecimal digits; half of it is 9502f900.
        const told = isLying ? text.replaceAll('12a05f200', '09502f900') : text
        response.setHeader('content-type', 'application/json').end(told)
      })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as { port: number }
  const nodes = [{ chain: '', url: `http://127.0.0.1:${port}` }]
  const verified = await live.verify({ run, nodes, adapter: null })
  expect(verified.differences).toEqual([])
  expect(verified.figures).toBeGreaterThan(0)
  // The node given and no other: what it says counts, though the configured one says otherwise.
  isLying = true
  const contradicted = await live.verify({ run, nodes, adapter: null })
  expect(
    contradicted.differences.map(({ column, stored, again }) => [column, stored, again]),
  ).toContainEqual(['tvlUsd', 10_000, 5_000])
  node.close()
  // The module of another run is not taken for it.
  await expect(
    live.verify({ run, nodes: [], adapter: request('projects/plain.js') }),
  ).rejects.toThrow(
    'The run was made by adapter:registries/vaults:double, not by adapter:projects/plain.',
  )
})

test('behavior: a module that changed since is named, and one that moved is given with --adapter', async () => {
  const { run } = await live.runAdapter(entry('double', { protocol: '2' }))
  const moved = await makeCheckout({
    'registries/vaults.js': `module.exports = { double: { local: { tvl: async (api) => api.addUSDValue(1) } } }`,
  })
  const adapter = {
    ...entry('double', { protocol: '2' }),
    file: moved.path('registries/vaults.js'),
  }
  const { remarks, differences } = await live.verify({ run, nodes: [], adapter })
  expect(remarks).toEqual([
    'adapter:registries/vaults:double has changed since: what differs may be what was changed.',
  ])
  expect(differences.length).toBeGreaterThan(0)
  await moved.remove()
})

test('behavior: the receipt holds the prices that a module looked up, and its code by hash', async () => {
  const { run } = await live.runAdapter(entry('looked'))
  const [receipt] = await listReceiptsOfRun(app.app.store.snapshot(), run)
  expect(receipt?.prices).toMatchObject([
    { source: `local:${token.address.toLowerCase()}`, priceUsd: 2, atSec: GENESIS_SEC },
  ])
  expect(receipt?.codeHash).toMatch(/^[0-9a-f]{64}$/)
  // Where it is on this machine is not shown to others.
  expect(JSON.stringify((await app.get(`/meta/runs/${run}`)).body)).not.toContain(checkout.root)
  // Prices that came in since change nothing: the run is made again with what was known.
  const coin = `local:${token.address.toLowerCase()}`
  await app.put(prices, [{ coin, atSec: NOW_SEC - 60, priceUsd: 7, confidence: 0.9 }])
  expect((await live.verify({ run, nodes: [], adapter: null })).differences).toEqual([])
})

test('behavior: a test shows what the figures rest on', async () => {
  const found = await live.testAdapter(
    request('projects/plain.js', { at: { sec: GENESIS_SEC + 3_600 } }),
  )
  expect(found.balances).toMatchObject([
    { token: 'COIN', raw: '5000000000', tokens: 5_000, price: { priceUsd: 2 } },
  ])
  expect(found.refusedHosts).toEqual([])
  expect(found.requests).toBe(1)
  expect(found.elapsedMs).toBeGreaterThan(0)
})

test('error: timestamps that a module cannot be asked about', async () => {
  const at = { sec: GENESIS_SEC + 3_600 }
  await expect(live.testAdapter(entry('current', { at }))).rejects.toThrow(
    'registries/vaults:current can only say what is true now (runAtCurrTime: true): leave out --at',
  )
  await expect(live.runAdapter(entry('late'))).rejects.toThrow(
    'registries/vaults:late starts at 2030-01-01T00:00:00Z: there is nothing to read before',
  )
  await expect(live.runAdapter(entry('gone'))).rejects.toThrow(
    'registries/vaults:gone ended at 2020-01-01T00:00:00Z (deadFrom): there is nothing to read after',
  )
})

test('error: a chain that is not known is named, with the line to add', async () => {
  await expect(live.runAdapter(entry('elsewhere'))).rejects.toThrow(
    'registries/vaults:elsewhere reads atlantis, which data/chains.json lacks; --chain leaves it out. ' +
      'To read it, add this line with its chain id and coin:\n' +
      '  {"key":"atlantis","name":"Atlantis","chainId":null,"gasToken":null,"aggregatorId":null,' +
      '"rankingSiteId":null,"aliases":[],"caseSensitive":false},',
  )
})

test('behavior: a graph is asked where its host is allowed; else the refusal names the host of the module', async () => {
  const host = `127.0.0.1:${graphPort}`
  await expect(live.testAdapter(entry('graph'))).rejects.toThrow(
    new RegExp(
      `${host} is not on the list of hosts that adapters may reach; --allow ${host} adds it\n` +
        `hosts it may not reach: ${host}, node\\.example \\(--allow adds them\\)`,
    ),
  )
  const allowed = await live.testAdapter(entry('graph', { allowedHosts: [host] }))
  expect(allowed.figures).toMatchObject([{ chain: 'local', what: 'tvl', valueUsd: 1_234 }])
  expect(allowed).toMatchObject({ refusedHosts: [], refusedNodes: 1 })
})

test('behavior: a file of data/protocols names an entry like a command does', async () => {
  mkdirSync(join(folder, 'files'))
  const file = {
    kind: 'adapter',
    module: checkout.path('registries/vaults.js'),
    name: 'double',
    protocol: '2',
  }
  writeFileSync(join(folder, 'files/double.json'), JSON.stringify(file))
  const config = readConfig({
    ALMANAC_RPC_LOCAL: anvil.url,
    ALMANAC_DATA_DIR: join(folder, 'data'),
    ALMANAC_PROTOCOLS_DIR: join(folder, 'files'),
  })
  const configured = await createLive(
    config,
    app.app.store,
    { nowMs: () => NOW_SEC * 1000 },
    pino({ level: 'silent' }),
  )
  await configured.openAdapters()
  expect(configured.problems).toEqual([])
  expect(configured.sources.map(({ id }) => id)).toEqual(['adapter:registries/vaults:double'])
  await configured.close()
})
