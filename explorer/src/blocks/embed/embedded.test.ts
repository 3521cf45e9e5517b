import { expect, test } from 'vitest'
import { embedCode, embedUrl } from './embedded.ts'

const at = (pathname: string, search = '') => ({ origin: 'https://x.test', pathname, search })

test.each([
  ['/app', '', '/app', 'https://x.test/app/embed/market?theme=auto'],
  ['/app/', '', '/app', 'https://x.test/app/embed/market?theme=auto'],
  [
    '/data/app/protocols/wren-lend',
    '?range=90d&table=market&theme=dark',
    '/data/app',
    'https://x.test/data/app/embed/protocols/wren-lend/market?range=90d&theme=auto',
  ],
])('the block of %s%s', (pathname, search, appPath, expected) => {
  expect(embedUrl(at(pathname, search), appPath, 'market')).toBe(expected)
})

test('names cannot leave their attribute', () => {
  expect(embedCode('https://x.test/app?a=1&b=2', '"><script>')).toBe(
    '<iframe src="https://x.test/app?a=1&amp;b=2" title="&quot;>&lt;script>" width="640" height="360" loading="lazy"></iframe>',
  )
})
