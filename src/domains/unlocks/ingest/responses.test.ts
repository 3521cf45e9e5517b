import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { unlockMirror } from './responses.ts'

const DAY = 86_400
const START = 1_767_225_600
const points = (...amounts: (number | string)[]) =>
  amounts.map((unlocked, index) => ({
    timestamp: START + index * DAY,
    unlocked,
    rawEmission: 0,
    burned: 0,
  }))
const body = {
  documentedData: {
    data: [
      { label: 'Team', data: points(0, 10, 20, 30, 130, '130') },
      { label: 'Nobody', data: points(1) },
    ],
  },
  metadata: {
    name: 'Alpha',
    token: 'ethereum:0xa1',
    sources: ['https://example.org'],
    protocolIds: ['7'],
    notes: [],
    total: 1_000,
    chain: null,
    aggregator_id: 'alpha',
    categories: { insiders: ['Team'] },
  },
}
const read = (response: unknown) =>
  readResponse(unlockMirror.responses, 'unlocks.getEmission', response, {
    params: { protocol: 'alpha' },
  })

test('default: what each item of the list leads to', () => {
  const { details, problems } = readResponse(unlockMirror.responses, 'unlocks.listEmissions', [
    { aggregator_id: 'alpha', name: 'Alpha', token: 'ethereum:0xa1' },
    { aggregator_id: null, name: 'Beta' },
    { token: 'ethereum:0xc' },
  ])
  expect(details.map(({ params }) => params.protocol)).toEqual(['alpha', 'Beta'])
  expect(problems).toEqual(['body[2].name is missing'])
})

test('default: recorded sections, with a record where the pace changes', () => {
  const { rows, problems } = read({ body, lastModified: '2026-01-14T12:00:00.000Z' })
  expect(problems).toEqual(['metadata.categories of Nobody is missing'])
  const record = (days: number, unlocked: number) => ({
    schedule: 'alpha',
    section: 'Team',
    atSec: START + days * DAY,
    unlocked,
    quality: 'extrapolated',
  })
  // 10 a day for three days, then 100 at once, then nothing.
  expect(rows.unlock_records).toEqual([record(0, 0), record(3, 30), record(4, 130), record(5, 130)])
  expect(JSON.parse(String(rows.unlock_schedules?.[0]?.schedule))).toEqual({
    name: 'Alpha',
    token: 'ethereum:0xa1',
    aggregatorId: 'alpha',
    protocolIds: ['7'],
    total: 1_000,
    sources: ['https://example.org'],
    notes: [],
    sections: [{ label: 'Team', category: 'insiders', recorded: true }],
  })
})

test('behavior: the body as text; one that is not JSON is named', () => {
  expect(read({ body: JSON.stringify(body) }).rows.unlock_records).toHaveLength(4)
  expect(() => read({ body: '<html>' })).toThrow('body.body is not JSON')
})
