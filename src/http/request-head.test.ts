import { describe, expect, test } from 'vitest'
import { parseHead } from './request-head.ts'

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const HOST = 'Host: localhost'

test('default: a plain GET', () => {
  const text = head(
    'GET /v2/chains?x=1 HTTP/1.1',
    HOST,
    'Accept-Encoding: gzip, br',
    'If-None-Match: "abc"',
    'X-API-Key: k',
    'Authorization: Bearer b',
  )
  expect(parseHead(text)).toEqual({
    method: 'GET',
    target: '/v2/chains?x=1',
    acceptEncoding: 'gzip, br',
    ifNoneMatch: '"abc"',
    apiKey: 'k',
    authorization: 'Bearer b',
  })
})

test('behavior: names of headers are read in any case, other headers are no matter', () => {
  expect(
    parseHead(
      head(
        'GET / HTTP/1.1',
        'HOST:x',
        'accept-ENCODING:\tbr',
        'Cookie: a=b',
        'Connection: Keep-Alive',
      ),
    ),
  ).toMatchObject({
    target: '/',
    acceptEncoding: 'br',
  })
})

describe('behavior: whatever is not one whole plain GET is left alone', () => {
  test.each([
    ['another method', head('POST / HTTP/1.1', HOST)],
    ['HEAD', head('HEAD / HTTP/1.1', HOST)],
    ['an older version', head('GET / HTTP/1.0', HOST)],
    ['a part of a head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['two requests', head('GET / HTTP/1.1', HOST) + head('GET / HTTP/1.1', HOST)],
    ['bytes behind the head', `${head('GET / HTTP/1.1', HOST)}x`],
    ['no host', head('GET / HTTP/1.1', 'Accept: */*')],
    ['a whole address', head('GET http://x/ HTTP/1.1', HOST)],
    ['a blank in the address', head('GET /a b HTTP/1.1', HOST)],
    ['a byte over 127 in the address', head('GET /\xe9 HTTP/1.1', HOST)],
    ['a body', head('GET / HTTP/1.1', HOST, 'Content-Length: 3')],
    ['a chunked body', head('GET / HTTP/1.1', HOST, 'Transfer-Encoding: chunked')],
    ['an upgrade', head('GET / HTTP/1.1', HOST, 'Upgrade: websocket')],
    ['an expectation', head('GET / HTTP/1.1', HOST, 'Expect: 100-continue')],
    ['the wish to close', head('GET / HTTP/1.1', HOST, 'Connection: close')],
    ['a header twice', head('GET / HTTP/1.1', HOST, 'X-API-Key: a', 'X-API-Key: b')],
    ['a folded header', head('GET / HTTP/1.1', HOST, 'X-A: b', ' c')],
    ['a blank before the colon', head('GET / HTTP/1.1', HOST, 'X-A : b')],
    ['a control character', head('GET / HTTP/1.1', HOST, 'X-A: b\0c')],
    ['a lone line feed', 'GET / HTTP/1.1\nHost: x\r\n\r\n'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(parseHead(text)).toBeUndefined()
  })
})
