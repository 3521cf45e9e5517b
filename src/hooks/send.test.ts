import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from '../../test/support/run-program.ts'
import { parseHookUrl } from './hook-url.ts'
import { Receiver } from './receiver-for-tests.ts'
import { type SendOptions, send } from './send.ts'

const MESSAGE = { id: 'hook_1-12', event: 'commit', body: '{"id":"12"}' }
const AT = { timestampSec: 1_768_392_000 }

let receiver: Receiver
beforeEach(async () => {
  receiver = await Receiver.start()
})
afterEach(() => receiver.stop())

function sendTo(url: string, allowPrivate: boolean, options: Partial<SendOptions> = {}) {
  return send({ url, secret: 's', allowPrivate }, MESSAGE, { ...AT, ...options })
}

/** A name server that tells each of these addresses once, then the last one again. */
function leadingTo(...addresses: string[]): NonNullable<SendOptions['lookup']> {
  const response = (_: string, __: object, answered: (...values: unknown[]) => void) => {
    const address = addresses.length > 1 ? addresses.shift() : addresses[0]
    answered(null, [{ address, family: address?.includes(':') ? 6 : 4 }])
  }
  return response as unknown as NonNullable<SendOptions['lookup']>
}

describe('responses', () => {
  test.each([200, 202, 204, 299])('default: %i is taken', async (status) => {
    receiver.status = status
    await sendTo(receiver.url, true)
    expect(receiver.received).toHaveLength(1)
  })

  test.each([
    [301, 'redirects are not followed'],
    [307, 'redirects are not followed'],
    [400, 'answered 400'],
    [500, 'answered 500'],
  ])('error: %i is not, and no other URL is tried', async (status, words) => {
    receiver.status = status
    await expect(sendTo(receiver.url, true)).rejects.toThrow(words)
    expect(receiver.received).toHaveLength(1)
  })

  test('error: a receiver that hangs is given up', async () => {
    receiver.before = () => new Promise(() => undefined)
    const startedMs = performance.now()
    await expect(sendTo(receiver.url, true, { timeoutMs: 200 })).rejects.toThrow('in time')
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  })
})

describe('private addresses', () => {
  const PRIVATE = [
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '[::1]', '[::]', '[fc00::1]', '[fe80::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
    // What an address becomes that is written in another base.
    ...['2130706433', '0x7f.1', '0177.0.0.1'],
  ]

  test.each(PRIVATE)('error: https://%s is refused in digits', async (host) => {
    const url = `https://${host}:${receiver.port}/`
    expect(() => parseHookUrl(url, false)).toThrow('--allow-private')
    await expect(sendTo(url, false)).rejects.toThrow('--allow-private')
  })

  test.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1'])(
    'error: a name that leads to %s is refused',
    async (address) => {
      const url = `http://hooks.example.org:${receiver.port}/`
      const sending = sendTo(url, false, { lookup: leadingTo(address) })
      await expect(sending).rejects.toThrow(`hooks.example.org leads to ${address}`)
      expect(receiver.received).toEqual([])
    },
  )

  test('error: a name that changes its address after the check gains nothing', async () => {
    const lookup = leadingTo('93.184.216.34', '127.0.0.1')
    const resolve = (answered: (error: Error | null) => void) =>
      lookup('x', { all: true }, answered)
    await new Promise((resolved) => resolve(resolved))
    // The second response is that of the connection.
    const sending = sendTo(`http://hooks.example.org:${receiver.port}/`, false, { lookup })
    await expect(sending).rejects.toThrow('leads to 127.0.0.1')
    expect(receiver.received).toEqual([])
  })

  test('behavior: --allow-private reaches them', async () => {
    const url = `http://hooks.example.org:${receiver.port}/`
    await sendTo(url, true, { lookup: leadingTo('127.0.0.1') })
    expect(receiver.received).toHaveLength(1)
  })
})

describe('URLs', () => {
  test.each([
    'http://example.org/',
    'ftp://example.org/',
    'example.org',
    'https://a:b@example.org/',
  ])('error: %s is none', (text) => expect(() => parseHookUrl(text, false)).toThrow())

  test('default: https, and with --allow-private http', () => {
    expect(parseHookUrl('https://example.org/a?b=c', false).href).toContain('/a?b=c')
    expect(parseHookUrl('http://10.0.0.1/', true).protocol).toBe('http:')
  })
})

describe('over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hook-'))
  const before = tls.getCACertificates('default')
  afterEach(() => {
    tls.setDefaultCACertificates(before)
    rmSync(folder, { recursive: true, force: true })
  })

  test('default: a certificate must be trusted and name the host', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    runProgram('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=hooks.example.org'],
      ...['-addext', 'subjectAltName=DNS:hooks.example.org'],
    ])
    const pem = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
    const secure = await Receiver.start(pem)
    const url = (host: string) => `https://${host}:${secure.port}/`
    const lookup = leadingTo('127.0.0.1')
    await expect(sendTo(url('hooks.example.org'), true, { lookup })).rejects.toThrow(/certificate/)
    tls.setDefaultCACertificates([...before, pem.cert])
    await expect(sendTo(url('other.example.org'), true, { lookup })).rejects.toThrow(/altnames/)
    expect(secure.received).toEqual([])
    await sendTo(url('hooks.example.org'), true, { lookup })
    expect(secure.received).toHaveLength(1)
    await secure.stop()
  })
})
