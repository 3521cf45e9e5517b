import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../../test/support/source-files.ts'
import { openAccounts } from '../../accounts/accounts.ts'
import { readGivenSettings } from '../../config/given-settings.ts'
import { readConfig } from '../../config.ts'
import { createClock } from '../../lib/clock.ts'
import { checkCertificate, checkDataDir, checkSettings } from './check-files.ts'
import { checkKeys } from './check-keys.ts'
import { checkClock, checkDatabaseClock, checkDisk } from './check-machine.ts'
import { checkNodes, checkPorts, checkServers } from './check-network.ts'
import type { Finding } from './finding.ts'
import { findingLines, findSetUpProblems } from './run-checks.ts'

const NOW_MS = Date.parse('2026-01-14T12:00:00Z')
const ETHEREUM = { chain: 'ethereum', chainId: 1, confirmations: 1, quorum: undefined }

let folder: string
const servers: Server[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-checks-'))
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(folder, { recursive: true, force: true })
})

async function serve(listener: RequestListener): Promise<{ port: number; url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

const statesOf = (findings: Finding[]) => findings.map(({ state, about }) => `${state} ${about}`)

describe('files', () => {
  test('behavior: a file of settings with secrets that others may read', () => {
    const file = join(folder, 'almanac.json')
    writeFileSync(file, JSON.stringify({ ALMANAC_PULL_KEY: 'hunter2' }), { mode: 0o644 })
    chmodSync(file, 0o644)
    const [, found] = checkSettings(readGivenSettings({}, folder))
    expect(found).toEqual({
      about: 'settings',
      state: 'warning',
      text: `${file} holds secrets and others may read it`,
      advice: `chmod 600 ${file}`,
    })
    chmodSync(file, 0o600)
    expect(statesOf(checkSettings(readGivenSettings({}, folder)))).toEqual(['ok settings'])
    writeFileSync(file, JSON.stringify({ PORT: 1, ALMANAC_STORE_URL: 'http://a:8123' }))
    chmodSync(file, 0o644)
    expect(statesOf(checkSettings(readGivenSettings({}, folder)))).toEqual(['ok settings'])
  })

  test('behavior: a certificate that lasts, is about to run out, has run out, or is none', () => {
    const tls = {
      certFile: join(ROOT, 'test/data/tls/cert.pem'),
      keyFile: join(ROOT, 'test/data/tls/key.pem'),
    }
    // It is valid for a hundred years from 2026-11-17.
    const endMs = Date.parse('2126-10-24T00:00:00Z')
    const stateAt = (daysBefore: number) =>
      statesOf(checkCertificate({ tls }, endMs - daysBefore * 86_400_000))
    expect([stateAt(100), stateAt(10), stateAt(-2)]).toEqual([
      ['ok certificate'],
      ['warning certificate'],
      ['problem certificate'],
    ])
    const none = { tls: { ...tls, certFile: tls.keyFile } }
    expect(statesOf(checkCertificate(none, NOW_MS))).toEqual(['problem certificate'])
    expect(checkCertificate({ tls: undefined }, NOW_MS)).toEqual([])
  })

  test('behavior: a data directory that others may enter', () => {
    chmodSync(folder, 0o755)
    expect(statesOf(checkDataDir({ dataDir: folder }))).toEqual(['warning data directory'])
    chmodSync(folder, 0o700)
    expect(statesOf(checkDataDir({ dataDir: folder }))).toEqual(['ok data directory'])
    expect(statesOf(checkDataDir({ dataDir: join(folder, 'later') }))).toEqual([
      'ok data directory',
    ])
  })
})

describe('machine', () => {
  test('behavior: the disk of a directory that is still to be made', async () => {
    const [found] = await checkDisk({ dataDir: join(folder, 'a', 'b') })
    expect(found?.text).toMatch(/^[\d.]+ GB of [\d.]+ GB are free$/)
  })

  test.each([
    [30_000, []],
    [-30_000, []],
    [31_000, ['31 s ahead of there']],
    [-90_000, ['90 s behind there']],
  ])('behavior: a clock %d ms apart', (skewMs, texts) => {
    expect(checkClock('there', NOW_MS, NOW_MS + skewMs).map(({ text }) => text)).toEqual(texts)
  })
})

describe('network', () => {
  const listen = { host: '127.0.0.1', socketPath: undefined }
  const metrics = { address: undefined, token: undefined }

  test('behavior: a port that is taken, unless by the service itself', async () => {
    const { port } = await serve(() => undefined)
    const taken = { ...listen, port, metrics }
    expect(await checkPorts(taken, false)).toEqual([
      {
        about: 'ports',
        state: 'problem',
        text: `127.0.0.1:${port} cannot be listened on (EADDRINUSE)`,
        advice: 'Set PORT to another one.',
      },
    ])
    expect(statesOf(await checkPorts(taken, true))).toEqual(['ok ports'])
    expect(statesOf(await checkPorts({ ...taken, port: 0 }, false))).toEqual(['ok ports'])
  })

  test('behavior: nodes that serve their chain, serve another one, and do not answer', async () => {
    const response = (result: string, date = new Date()): RequestListener => {
      return (_, response) => {
        response.setHeader('Date', date.toUTCString())
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
      }
    }
    const good = await serve(response('0x1'))
    const other = await serve(response('0x89'))
    const late = await serve(response('0x1', new Date(Date.now() - 3_600_000)))
    const closed = await serve(() => undefined)
    servers.pop()?.close()
    const gone = `${closed.url}/v3/hunter2`
    const endpoints = [good.url, other.url, late.url, gone]
    const findings = await checkNodes([{ ...ETHEREUM, endpoints }])
    expect(statesOf(findings)).toEqual([
      'ok nodes',
      'problem nodes',
      'ok nodes',
      'problem clock',
      'problem nodes',
    ])
    // 0x89 is 137.
    expect(findings[1]?.text).toBe(`ethereum ${other.url}: serves chain 137, not 1`)
    expect(findings[4]?.text).toBe(
      `ethereum ${closed.url}/***: connect ECONNREFUSED 127.0.0.1:${closed.port}`,
    )
    expect(JSON.stringify(findings)).not.toContain('hunter2')
  })

  test('behavior: a ClickHouse server is asked with its account; a refusal is shown without it', async () => {
    const { port } = await serve((request, response) => {
      const isAllowed = request.headers['x-clickhouse-key'] === 'pass word'
      response.statusCode = isAllowed ? 200 : 403
      response.end(isAllowed ? `26.1.2.3\t${Date.now()}\n` : 'Authentication failed')
    })
    const findings = await checkServers({
      storeUrl: `http://me:pass%20word@127.0.0.1:${port}, http://me:hunter2@127.0.0.1:${port}`,
    })
    expect(findings.map(({ text }) => text)).toEqual([
      `http://me:***@127.0.0.1:${port}: version 26.1.2.3`,
      `http://me:***@127.0.0.1:${port}: status 403: Authentication failed`,
    ])
  })
})

test('behavior: keys that are missing, about to expire, or without credits', async () => {
  const accounts = await openAccounts({
    url: undefined,
    dataDir: folder,
    clock: createClock('2026-01-14T12:00:00Z'),
    defaults: { ratePerMinute: 10, creditsPerMonth: 10 },
  })
  expect((await checkKeys(accounts, NOW_MS)).map(({ text }) => text)).toEqual([
    'no key is in force',
  ])
  await accounts.createKey({ name: 'lasting' })
  await accounts.createKey({ name: 'ending', expiresAtMs: NOW_MS + 3 * 86_400_000 })
  await accounts.createKey({ name: 'spent', creditsPerMonth: 0 })
  expect((await checkKeys(accounts, NOW_MS)).map(({ text }) => text)).toEqual([
    '3 in force',
    'ending expires on 2026-01-17',
    'spent has no credits left',
  ])
  await accounts.close()
})

test('behavior: the clock of the accounts database is compared with ours', async () => {
  const accounts = await openAccounts({
    ...{ url: undefined, dataDir: folder, clock: createClock(undefined) },
    defaults: { ratePerMinute: 10, creditsPerMonth: 10 },
  })
  const at = (skewMs: number) => checkDatabaseClock(accounts.database, Date.now() + skewMs)
  expect(await at(0)).toEqual([
    { about: 'clock', state: 'ok', text: 'that of the accounts database' },
  ])
  const [ahead] = await at(3_600_000)
  expect(ahead?.state).toBe('problem')
  // An hour, less what the query took.
  expect(ahead?.text).toMatch(/^(3600|3599) s ahead of the accounts database$/)
  await accounts.close()
})

test('behavior: one check that fails does not keep the others from being made', async () => {
  const config = readConfig({
    ALMANAC_DATA_DIR: folder,
    ALMANAC_ACCOUNTS_URL: 'postgres://127.0.0.1:1/none',
    ALMANAC_RPC_NOWHERE: 'http://127.0.0.1:1',
    PORT: '0',
  })
  chmodSync(folder, 0o700)
  const findings = await findSetUpProblems(config, new Map())
  expect(statesOf(findings).filter((state) => state.startsWith('problem'))).toEqual([
    'problem set-up',
    'problem set-up',
  ])
  const lines = findingLines(findings).join('\n')
  expect(lines).toContain('The PostgreSQL server for accounts cannot be used')
  expect(lines).toContain('no chain is called "nowhere"')
  expect(lines).toMatch(/^ok +ports +127\.0\.0\.1:0 is free$/m)
  expect(lines).toMatch(/^ +→ Change that setting\.$/m)
})
