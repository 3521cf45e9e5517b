import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { isPageRequest } from './explorer.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'almanac-explorer-'))
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<script src="./assets/index-1.js"></script>')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/index-1.js'), 'let a = 1')
  writeFileSync(join(folder, 'assets/index-1.js.br'), 'compressed')
  writeFileSync(join(folder, 'notes.txt'), 'not served')
  app = await TestApp.start({
    ALMANAC_EXPLORER_DIR: folder,
    ALMANAC_EMBED: 'https://blog.example, *.example.org:8443',
  })
})

afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.server.inject({ url, headers })

test('/: a browser is sent to the explorer, a program gets an index', async () => {
  const page = await get('/', { accept: BROWSER })
  expect(page.statusCode).toBe(307)
  expect(page.headers.location).toBe('app')
  for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
    const response = await get('/', { accept })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ name: 'Almanac', explorer: '/app', reference: '/docs' })
    expect(response.headers.vary).toContain('Accept')
  }
})

test.each([
  ['/app', './app/assets/index-1.js'],
  ['/app/protocols', '../app/assets/index-1.js'],
  ['/app/equities/US/ABC', '../../../app/assets/index-1.js'],
])('%s: the page names its files relative to the URL', async (url, script) => {
  const page = await get(url, { accept: BROWSER })
  expect(page.statusCode).toBe(200)
  expect(page.body).toBe(`<script src="${script}"></script>`)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  const again = await get(url, { 'if-none-match': String(page.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('embeds, and they alone, may be framed by the hosts that are named', async () => {
  const policyOf = async (url: string) =>
    String((await get(url, { accept: BROWSER })).headers['content-security-policy'])
  const framed = 'frame-ancestors https://blog.example *.example.org:8443'
  expect(await policyOf('/app/embed/protocols/wren-lend/value-locked?theme=dark')).toContain(framed)
  for (const url of ['/app/embed', '/app/embedded', '/app/protocols/embed', '/app/%65mbed/x'])
    expect(await policyOf(url)).toContain("frame-ancestors 'none'")
})

test.each([
  ['/embed/market?fig=fees', '../app/embed/market?fig=fees'],
  ['/embed/protocols/a/tvl?q=a?b', '../../../app/embed/protocols/a/tvl?q=a?b'],
  ['/embed//elsewhere.example', '../../app/embed//elsewhere.example'],
])('%s: sent on to the page below /app', async (url, location) => {
  const response = await get(url)
  expect([response.statusCode, response.headers.location]).toEqual([308, location])
})

test('files with a hash in their name are immutable, and compressed when there is a copy', async () => {
  const plain = await get('/app/assets/index-1.js')
  expect(plain.body).toBe('let a = 1')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const small = await get('/app/assets/index-1.js', { 'accept-encoding': 'br' })
  expect(small.body).toBe('compressed')
  expect(small.headers['content-encoding']).toBe('br')
})

test.each(['/app/assets/missing.js', '/app/assets/..%2fnotes.txt', '/app/assets/..%5cindex.html'])(
  'error: 404 for %s',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  },
)

test('error: 405 for other methods, and the favicon is there', async () => {
  const posted = await app.app.server.inject({ method: 'POST', url: '/app/protocols' })
  expect(posted.statusCode).toBe(405)
  const icon = await get('/favicon.ico')
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
})

test.each([
  [undefined, false],
  ['*/*', false],
  [BROWSER, true],
  ['application/json', false],
  ['application/json,text/html', false],
  ['text/html,application/json', true],
])('a page is asked for: %s', (accept, isPage) => {
  expect(isPageRequest(accept)).toBe(isPage)
})
