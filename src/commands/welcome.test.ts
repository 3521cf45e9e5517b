import { expect, test } from 'vitest'
import { welcome } from './welcome.ts'

test('default: the URL, the demo key and requests to try', () => {
  expect(welcome('http://127.0.0.1:3000', 'alm_x', 1_240)).toEqual([
    '',
    'Almanac is ready at http://127.0.0.1:3000 (1.2 s)',
    'Open it in a browser: the first page is http://127.0.0.1:3000/',
    'Demo key: alm_x',
    '',
    'Try:',
    '  curl http://127.0.0.1:3000/v2/chains',
    '  curl http://127.0.0.1:3000/prices/current/aggregator:bitcoin,aggregator:ethereum',
    "  curl -H 'X-API-Key: alm_x' http://127.0.0.1:3000/api/chainAssets",
    '',
    'Reference: http://127.0.0.1:3000/docs',
    '',
  ])
})

test('behavior: on a socket the requests name it as curl wants it, and no browser is requested', () => {
  expect(welcome('unix:/run/almanac.sock', undefined, 800)).toEqual([
    '',
    'Almanac is ready at unix:/run/almanac.sock (0.8 s)',
    '',
    'Try:',
    '  curl --unix-socket /run/almanac.sock http://localhost/v2/chains',
    '  curl --unix-socket /run/almanac.sock http://localhost/prices/current/aggregator:bitcoin,aggregator:ethereum',
    '  curl --unix-socket /run/almanac.sock http://localhost/protocols',
    '',
    'Reference: curl --unix-socket /run/almanac.sock http://localhost/docs',
    '',
  ])
})
