import { describe, expect, test } from 'vitest'
import { protocolRow } from '../registry/protocol-row.ts'
import { Registry } from '../registry/registry.ts'
import { type HackRow, hackItem } from './records.ts'

const registry = new Registry([
  protocolRow({ id: '1', name: 'Example V1', parent: 'parent#example' }),
  protocolRow({ id: 'parent#example', name: 'Example' }),
  protocolRow({ id: '2', name: 'Lone' }),
])
const chainName = (key: string) => key.toUpperCase()

const row = (given: Partial<HackRow>): HackRow => ({
  atSec: 1_711_065_600,
  name: 'As Reported',
  classification: null,
  technique: null,
  amountUsd: null,
  returnedUsd: null,
  chains: [],
  bridgeHack: false,
  targetType: null,
  link: null,
  protocol: null,
  language: null,
  ...given,
})

test('default: every member under the name that clients read', () => {
  const hack = row({
    classification: 'Protocol Logic',
    technique: 'Infinite Mint',
    amountUsd: 4_800_000,
    returnedUsd: 0,
    chains: ['blast', 'base'],
    bridgeHack: true,
    targetType: 'Gaming',
    link: 'https://example.org/hack',
    protocol: '1',
    language: 'Solidity',
  })
  expect(hackItem(hack, registry, chainName)).toEqual({
    date: 1_711_065_600,
    name: 'Example V1',
    classification: 'Protocol Logic',
    technique: 'Infinite Mint',
    amount: 4_800_000,
    chain: ['BLAST', 'BASE'],
    bridgeHack: true,
    targetType: 'Gaming',
    source: 'https://example.org/hack',
    returnedFunds: 0,
    serviceId: 1,
    parentProtocolId: 'parent#example',
    language: 'Solidity',
  })
})

describe('who was hacked', () => {
  test.each([
    ['nobody known', null, { name: 'As Reported', serviceId: null, parentProtocolId: null }],
    ['a protocol without a family', '2', { name: 'Lone', serviceId: 2, parentProtocolId: null }],
    [
      'a family',
      'parent#example',
      { name: 'Example', serviceId: 'parent#example', parentProtocolId: 'parent#example' },
    ],
    [
      'one that the registry does not have',
      '99',
      { name: 'As Reported', serviceId: 99, parentProtocolId: null },
    ],
    [
      'an id that only looks like a number',
      '007',
      { name: 'As Reported', serviceId: '007', parentProtocolId: null },
    ],
    ['a number too long to be one', '9007199254740993', { serviceId: '9007199254740993' }],
  ])('behavior: %s', (_, protocol, expected) => {
    expect(hackItem(row({ protocol }), registry, chainName)).toMatchObject(expected)
  })
})
