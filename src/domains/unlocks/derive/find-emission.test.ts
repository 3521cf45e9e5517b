import { describe, expect, test } from 'vitest'
import { AlmanacError, MovedError } from '../../../lib/errors.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { Registry } from '../../registry/registry.ts'
import { aggregatorIdOf, findProtocol, getNamedEmission } from './find-emission.ts'

const registry = new Registry([
  protocolRow({
    id: '1',
    name: 'Alpha Swap',
    aggregatorId: 'alpha-coin',
    previousNames: ['Old Alpha'],
  }),
  protocolRow({ id: 'parent#beta', name: 'Beta' }),
  protocolRow({ id: '2', name: 'Beta V1', parent: 'parent#beta' }),
  protocolRow({ id: '3', name: 'Beta V2', parent: 'parent#beta' }),
  protocolRow({ id: '4', name: 'Gamma' }),
])
const named = (
  id: string,
  name: string,
  given: { token?: string; aggregatorId?: string; protocolIds?: string[] } = {},
) => ({
  id,
  schedule: { name, token: 'ethereum:0x1', aggregatorId: null, protocolIds: [], ...given },
})
const alpha = named('alpha-file', "Alpha's Token", { protocolIds: ['1'] })
const beta = named('beta', 'Beta Coin', { aggregatorId: 'Beta-Coin-2', protocolIds: ['99', '3'] })
const delta = named('delta', 'Delta', { token: 'aggregator:delta-coin' })
const list = [alpha, beta, delta]
const find = (text: string, broken = new Map<string, string>()) =>
  getNamedEmission(text, list, broken, registry)

describe('getNamedEmission', () => {
  test.each([
    ['its own aggregator id, in any case', 'beta-coin-2', beta],
    ['the aggregator id of its protocol', 'alpha-coin', alpha],
    ['the aggregator id in its token', 'delta-coin', delta],
    ['the slug of its name', 'alphas-token', alpha],
    ['its name', "Alpha's Token", alpha],
    ['its file', 'alpha-file', alpha],
    ['the slug of its protocol', 'alpha-swap', alpha],
    ['the id of its protocol', '1', alpha],
    ['the id of any of its protocols', '3', beta],
    ['the id of a protocol that the registry does not know', '99', beta],
    ['a parent, one of whose children has a schedule', 'parent#beta', beta],
  ])('default: found by %s', (_, text, expected) => {
    expect(find(text)).toBe(expected)
  })

  test('behavior: a protocol that was renamed is at its new path', () => {
    expect(() => find('old-alpha')).toThrow(MovedError)
  })

  test('error: 404 with near names when there is none', () => {
    const error = errorOf(() => find('delta-con'))
    expect(error).toMatchObject({ status: 404, details: { suggestions: ['delta-coin'] } })
    expect(error?.message).toBe(
      'No unlock schedule is known for "delta-con". GET /api/emissions lists those that are.',
    )
  })

  test('error: 404 for a protocol without a schedule', () => {
    expect(errorOf(() => find('gamma'))).toMatchObject({ status: 404 })
  })

  test('error: 404 that says what is wrong with an imported schedule', () => {
    expect(errorOf(() => find('bad', new Map([['bad', 'token is missing']])))?.message).toBe(
      'The schedule "bad" was imported but cannot be used: token is missing.',
    )
  })
})

test('behavior: the protocol of a schedule is the first that the registry knows', () => {
  expect([findProtocol(beta, registry)?.name, findProtocol(delta, registry)]).toEqual([
    'Beta V2',
    undefined,
  ])
})

test('behavior: an aggregator id that nobody knows is null', () => {
  expect(aggregatorIdOf(named('x', 'X', { protocolIds: ['4'] }), registry)).toBeNull()
})

function errorOf(work: () => unknown): AlmanacError | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof AlmanacError) return error
  }
  return undefined
}
