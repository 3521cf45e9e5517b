import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Program, type Server } from './support/program.ts'

const program = new Program()
let server: Server
let demoKey: string

beforeAll(async () => {
  server = await program.serve()
  demoKey = /^Demo key: (\S+)$/m.exec(server.stdout)?.[1] ?? ''
})
afterAll(() => program.stop())

/**
 * Tries until the response has the status, for two seconds at most: so long may a change of keys
 * take to be seen.
 */
async function statusWithin2s(path: string, key: string, wanted: number): Promise<number> {
  const untilMs = performance.now() + 2_000
  for (;;) {
    const { status } = await server.get(path, { 'x-api-key': key })
    if (status === wanted || performance.now() > untilMs) return status
    await sleep(50)
  }
}

const keyIn = (stdout: string): string => /^ {2}(alm_\w+)$/m.exec(stdout)?.[1] ?? ''

describe('the first start', () => {
  test('default: prints the URL, the demo key and three requests', () => {
    expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(demoKey).toMatch(/^alm_[0-9A-Za-z]{43}$/)
    expect(server.stdout.match(/^ {2}curl /gm)).toHaveLength(3)
    expect(server.stderr).toBe('')
  })

  test('behavior: the three requests work as they are printed', async () => {
    const requests = [...server.stdout.matchAll(/^ {2}curl (?:-H '([^:']+): ([^']+)' )?(\S+)$/gm)]
    for (const [, name, value, url = ''] of requests) {
      const response = await server.get(
        url.slice(server.origin.length),
        name === undefined ? {} : { [name]: value ?? '' },
      )
      expect([url, response.status]).toEqual([url, 200])
      expect(Object.keys(response.body as object).length).toBeGreaterThan(0)
      expect(response.headers.get('x-data-source')).toBe('demo')
    }
    expect((await server.get('/ready')).status).toBe(200)
  })

  test('behavior: what it keeps is for this user only', () => {
    const modeOf = (name: string) => statSync(join(program.dataDir, name)).mode & 0o077
    expect([modeOf('.'), modeOf('demo-key'), modeOf('almanac.sock')]).toEqual([0, 0, 0])
  })

  test('error: a second server on the same directory is refused in one line', async () => {
    const { code, stderr } = await program.run(['serve'])
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      `Another Almanac is using ${program.dataDir}. Stop it first, or set ALMANAC_DATA_DIR to another directory.`,
    ])
    expect((await server.get('/health')).status).toBe(200)
  })
})

describe('beside a running server', () => {
  const atSec = Math.floor(Date.now() / 1000) - 120
  const csv = `coin,atSec,priceUsd,confidence\naggregator:cli-coin,${atSec},12.5,0.9\naggregator:cli-other,${atSec},0.1,\naggregator:cli-bad,${atSec},-1,0.9\n`

  test('behavior: an import shows up at once', async () => {
    const path = join(program.dataDir, 'prices.csv')
    writeFileSync(path, csv)
    expect((await server.get('/prices/current/aggregator:cli-coin')).body).toEqual({ coins: {} })
    const { code, stdout, stderr } = await program.run(['import', 'prices', path])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^prices: 2 accepted, 1 rejected, 0 held \(run \d+/)
    const { body } = await server.get(
      '/prices/current/aggregator:cli-coin,aggregator:cli-other,aggregator:cli-bad',
    )
    expect(body).toMatchObject({
      coins: {
        'aggregator:cli-coin': { price: 12.5, confidence: 0.9 },
        'aggregator:cli-other': { price: 0.1, confidence: null },
      },
    })
    expect(body).not.toHaveProperty(['coins', 'aggregator:cli-bad'])
  })

  test('behavior: rejected rows stand in a file with their number and the reason', async () => {
    const { stdout } = await program.run(['import', 'prices', '-', '--format', 'csv', '--again'], {
      input: csv,
    })
    const file = /rejected rows and reasons: (\S+)/.exec(stdout)?.[1] ?? ''
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain('priceUsd')
  })

  test('behavior: the same file again changes nothing', async () => {
    const before = (await server.get('/ready')).body
    const { code, stdout } = await program.run([
      'import',
      'prices',
      join(program.dataDir, 'prices.csv'),
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('nothing changed')
    expect((await server.get('/ready')).body).toEqual(before)
  })

  test('behavior: export gives the rows back', async () => {
    const { code, stdout } = await program.run(['export', 'prices', '--format', 'csv'])
    expect(code).toBe(0)
    const [header = '', ...rows] = stdout.trim().split('\n')
    expect(header).toContain('coin')
    const mine = rows
      .filter((row) => row.includes('cli-'))
      .map((row) => row.replaceAll('"', '').split(',').slice(0, 4))
    expect(mine.sort()).toEqual([
      ['aggregator:cli-coin', String(atSec), '12.5', '0.9'],
      ['aggregator:cli-other', String(atSec), '0.1', ''],
    ])
    const file = join(program.dataDir, 'prices.parquet')
    expect((await program.run(['export', 'prices', '-o', file])).stdout).toMatch(
      new RegExp(`${rows.length.toLocaleString('en')} rows|${rows.length} rows`),
    )
    expect(readFileSync(file).subarray(0, 4).toString()).toBe('PAR1')
  })

  test('behavior: status and facts', async () => {
    const status = await program.run(['status'])
    expect([status.code, status.stderr]).toEqual([0, ''])
    expect(status.stdout).toMatch(
      /^A server is running \(process \d+\), engine embedded, data version \d+\.$/m,
    )
    expect(status.stdout).toMatch(/^prices +[\d,]+ +\d{4}-/m)
    const facts = await program.run(['facts', 'prices'])
    expect(facts.stdout).toMatch(/^ {2}priceUsd +float/m)
    expect((await program.run(['help'])).stdout).toMatch(/^ {2}serve +runs the service/m)
  })

  test('behavior: keys made, rotated and revoked are seen by the server within 2 s', async () => {
    const created = await program.run(['keys', 'create', '--name', 'cli'])
    const first = keyIn(created.stdout)
    expect(await statusWithin2s('/api/v2/chains', first, 200)).toBe(200)
    const rotated = await program.run(['keys', 'rotate', 'cli', '--overlap', '0s'])
    const second = keyIn(rotated.stdout)
    expect(await statusWithin2s('/api/v2/chains', second, 200)).toBe(200)
    expect(await statusWithin2s('/api/v2/chains', first, 401)).toBe(401)
    expect((await program.run(['keys', 'list'])).stdout).toMatch(/\bcli\b.*\blive\b/)
    await program.run(['keys', 'revoke', 'cli'])
    expect(await statusWithin2s('/api/v2/chains', second, 401)).toBe(401)
    for (const { stdout } of [await program.run(['keys', 'list']), await program.run(['status'])])
      expect(stdout).not.toMatch(new RegExp(`${first}|${second}`))
  })
})

describe('stopping', () => {
  const usedOf = async (key: string): Promise<number> =>
    ((await server.get('/usage', { 'x-api-key': key })).body as { creditsUsed: number }).creditsUsed

  test('behavior: after a crash the next start keeps data and credits', async () => {
    for (let call = 0; call < 5; call++)
      await server.get('/api/v2/chains', { 'x-api-key': demoKey })
    const used = await usedOf(demoKey)
    expect(used).toBeGreaterThanOrEqual(5)
    await program.crash(server)
    server = await program.serve()
    expect(server.stdout).toContain(`Demo key: ${demoKey}`)
    expect(await usedOf(demoKey)).toBe(used)
    expect(
      (await server.get('/prices/current/aggregator:cli-coin?searchWidth=1d')).body,
    ).toHaveProperty(['coins', 'aggregator:cli-coin'])
  })

  test('behavior: SIGTERM lets a slow request finish, takes no new ones, and exits with 0', async () => {
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ coins: ['aggregator:bitcoin'] })
    const head = `POST /prices HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
    socket.write(head + body.slice(0, 5))
    await sleep(300)
    const ended = server.terminate()
    await sleep(300)
    await expect(fetch(`${server.origin}/health`)).rejects.toThrow()
    socket.write(body.slice(5))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*aggregator:bitcoin/)
    expect(await ended).toBe(0)
    expect(server.stderr).toBe('')
  })

  test('behavior: without a server the commands open the directory themselves', async () => {
    const status = await program.run(['status'])
    expect(status.stdout).toContain('No server is running here.')
    expect((await program.run(['export', 'prices', '--format', 'ndjson'])).stdout).toContain(
      '"aggregator:cli-coin"',
    )
  })
})
