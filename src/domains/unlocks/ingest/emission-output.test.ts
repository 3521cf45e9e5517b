import { expect, test } from 'vitest'
import type { Outline, Part } from '../../../sources/adapters/messages.ts'
import { outputOf, response } from '../../../sources/adapters/outputs/output-for-tests.ts'
import { readEmissionOutput } from './emission-output.ts'

const META = {
  token: 'ethereum:0xABCDEF0000000000000000000000000000000001',
  protocolIds: ['12'],
  sources: ['https://one.example'],
  total: 100,
}
const START = 1_700_000_000

function read(parts: Part[], outline: Record<string, Outline> = {}) {
  const { observations, warnings } = readEmissionOutput(
    outputOf(parts, { meta: META, categories: { insiders: ['Team'] }, ...outline }),
  )
  const [seen] = observations.schedules
  return {
    protocol: seen?.protocol,
    schedule: seen?.schedule ?? {},
    sections: seen?.schedule.sections,
    warnings,
  }
}

const section = (value: object, name = 'Team', version = ''): Part =>
  response(value as never, { section: name, version })

test('default: cliffs, lines and steps in the form of our own files', () => {
  const results = [
    { type: 'cliff', start: START, amount: 10 },
    { type: 'linear', start: '2024-01-01', end: START + 864_000, amount: 20 },
    { type: 'step', start: START, stepDuration: 30 * 86_400, steps: 3, amount: 5 },
  ]
  const { protocol, schedule } = read([section(results)])
  expect(protocol).toBe('7')
  expect(schedule).toEqual({
    name: 'example',
    token: 'ethereum:0xabcdef0000000000000000000000000000000001',
    protocolIds: ['12'],
    total: 100,
    sources: ['https://one.example'],
    notes: [],
    sections: [
      {
        label: 'Team',
        category: 'insiders',
        unlocks: [
          { type: 'cliff', at: START, amount: 10 },
          // 2024-01-01 is 19,723 days after 1970-01-01.
          { type: 'linear', from: 19_723 * 86_400, to: START + 864_000, amount: 20 },
          { type: 'step', from: START, every: '30 days', steps: 3, amountPerStep: 5 },
        ],
      },
    ],
  })
})

test('behavior: steps that are no whole days are the cliffs they mean, the first one a step after the start', () => {
  // A month of 2,629,743 s (unlocks.md#schedule-engine).
  const { sections } = read([
    section({ type: 'step', start: START, stepDuration: 2_629_743, steps: 2, amount: 5 }),
  ])
  expect(sections).toMatchObject([
    {
      unlocks: [
        { type: 'cliff', at: START + 2_629_743, amount: 5 },
        { type: 'cliff', at: START + 5_259_486, amount: 5 },
      ],
    },
  ])
})

test('behavior: what is documented replaces what it names', () => {
  const cliff = (amount: number) => ({ type: 'cliff', start: START, amount })
  const parts = [
    section(cliff(1)),
    section(cliff(2), 'Old'),
    section(cliff(3), 'New', 'documented'),
  ]
  const { sections } = read(parts, { documented: { replaces: ['Old'] } })
  expect((sections as { label: string }[]).map(({ label }) => label)).toEqual(['Team', 'New'])
})

test('behavior: sections of the second version have components', () => {
  const components = [
    { id: 'a', isIncentive: true, results: [{ type: 'cliff', start: START, amount: 1 }] },
    { id: 'b', results: [] },
  ]
  expect(read([section({ displayName: 'The team', components })]).sections).toEqual([
    {
      label: 'The team',
      category: 'insiders',
      incentive: true,
      unlocks: [{ type: 'cliff', at: START, amount: 1 }],
    },
  ])
})

test('behavior: amounts below nothing are burns; a section without category is noticed', () => {
  const { sections, warnings } = read([
    section({ type: 'cliff', start: START, amount: -4 }, 'Burned'),
  ])
  expect(sections).toEqual([
    {
      label: 'Burned',
      category: 'noncirculating',
      burn: true,
      unlocks: [{ type: 'cliff', at: START, amount: 4 }],
    },
  ])
  expect(warnings).toEqual(['the section Burned is in no category; it is taken as noncirculating'])
})

test.each([
  [[{ type: 'cliff', start: START, amount: 'x' }], /Team, amount must be a number, not x/],
  [[{ type: 'cliff', start: 'soon', amount: 1 }], /Team, start must be Unix seconds or a day/],
  [[{ type: 'curve', start: START, amount: 1 }], /schedule of the unknown type curve/],
  [
    [
      { type: 'cliff', start: START, amount: 1 },
      { type: 'cliff', start: START, amount: -1 },
    ],
    /both unlocks and burns/,
  ],
])('error: %j', (results, message) => {
  expect(() => read([section(results)])).toThrow(message)
})

test('error: no token', () => {
  expect(() => read([], { meta: {} })).toThrow(/meta\.token is needed/)
})

test('error: no protocol', () => {
  const output = outputOf([], { meta: { ...META, protocolIds: [] } })
  expect(() => readEmissionOutput({ ...output, protocol: '' })).toThrow(
    /meta\.protocolIds or --protocol is needed/,
  )
})

test('error: steps without end are refused before any is made', () => {
  const endless = { type: 'step', start: START, stepDuration: 1, steps: 1e12, amount: 5 }
  expect(() => read([section(endless)])).toThrow(
    'the section Team has 1000000000000 steps; more than 2000 are a line',
  )
})

test('behavior: texts of a module carry no control characters', () => {
  const meta = { ...META, notes: ['one\u001b[31m', 2, ' ', null] }
  const { schedule } = read([section({ type: 'cliff', start: START, amount: 10 })], { meta })
  expect(schedule).toMatchObject({ notes: ['one[31m', '2'] })
})

test('behavior: a section is found in its category whatever blanks are around its name', () => {
  const { sections, warnings } = read([
    section({ type: 'cliff', start: START, amount: 10 }, 'Team '),
  ])
  expect(sections).toMatchObject([{ label: 'Team', category: 'insiders' }])
  expect(warnings).toEqual([])
})
