import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { preIpoMirror } from './responses.ts'

const read = (operation: string, data: unknown, updatedAt = '2026-01-14T12:00:00.000Z') =>
  readResponse(
    preIpoMirror.responses,
    `preIpo.${operation}`,
    { updatedAt, data },
    {
      query: { company: 'zephyr' },
    },
  )
const [MAY, JUNE] = [1_777_593_600, 1_780_272_000]

test('default: companies in their order, and what is fetched of each', () => {
  const { rows, details } = read('listCompanies', [
    { id: 'zephyr', name: 'Zephyr Labs', description: 'Kites.', website: null, sector: 'Air' },
    { id: 'acme', name: 'Acme' },
  ])
  expect(rows.pre_ipo_companies).toEqual([
    {
      company: 'zephyr',
      rank: 1,
      name: 'Zephyr Labs',
      description: 'Kites.',
      website: null,
      sector: 'Air',
    },
    { company: 'acme', rank: 2, name: 'Acme', description: null, website: null, sector: null },
  ])
  expect(details.map(({ operation, query }) => [operation, query?.company])).toEqual([
    ['preIpo.getValuations', 'zephyr'],
    ['preIpo.listRaises', 'zephyr'],
    ['preIpo.getIntegrations', 'zephyr'],
    ['preIpo.getValuations', 'acme'],
    ['preIpo.listRaises', 'acme'],
    ['preIpo.getIntegrations', 'acme'],
  ])
})

test('behavior: a mark a month; a bad one leaves the others', () => {
  const { rows, problems } = read('getValuations', [
    { date: '2026-05-01', estimatedValuation: 1_400_000 },
    { date: '2026-06-01', estimatedValuation: '1500000' },
    { date: 'soon', estimatedValuation: 1 },
  ])
  expect(problems).toEqual(['data[2].date is "soon" instead of a time'])
  const named = { company: 'zephyr', source: 'mirror' }
  expect(rows.pre_ipo_marks).toEqual([
    { ...named, atSec: MAY, valuationUsd: 1_400_000 },
    { ...named, atSec: JUNE, valuationUsd: 1_500_000 },
  ])
})

test('behavior: two rounds of one day and series stay two', () => {
  const round = { date: '2026-05-01', amountRaised: 5, valuation: null, series: 'Seed' }
  const { rows } = read('listRaises', [round, { ...round, amountRaised: 7 }])
  expect(rows.pre_ipo_rounds).toMatchObject([
    { atSec: MAY, amountUsd: 5, valuationUsd: null, series: 'Seed' },
    { atSec: MAY, amountUsd: 7, valuationUsd: null, series: 'Seed' },
  ])
  expect(new Set(rows.pre_ipo_rounds?.map(({ report }) => report)).size).toBe(2)
})

test('behavior: venues at the time of their snapshot', () => {
  const { rows } = read(
    'getIntegrations',
    {
      perps: [
        { exchangeName: 'Harbor', serviceContract: 'ZPH-USD', exchangeType: 'DEX', price: 4 },
      ],
      tokenIssuers: null,
    },
    '2026-06-01T00:00:00.000Z',
  )
  expect(rows.pre_ipo_perps).toMatchObject([
    {
      company: 'zephyr',
      atSec: JUNE,
      exchange: 'Harbor',
      contract: 'ZPH-USD',
      priceUsd: 4,
      fundingPct: null,
    },
  ])
  expect(rows.pre_ipo_tokens).toEqual([])
})

test('behavior: a list without its envelope, texts and milliseconds, nulls; bad items aside', () => {
  const bare = (operation: string, body: unknown) =>
    readResponse(preIpoMirror.responses, `preIpo.${operation}`, body, {
      query: { company: 'zephyr' },
    })
  const marks = bare('getValuations', [
    { date: String(MAY), estimatedValuation: '1,400,000' },
    { date: JUNE * 1000, estimatedValuation: null },
    5,
  ])
  expect(marks.rows.pre_ipo_marks).toMatchObject([{ atSec: MAY, valuationUsd: 1_400_000 }])
  expect(marks.problems).toEqual([
    'data[1].estimatedValuation is missing',
    'data[2] is 5 instead of an object',
  ])
  const rounds = bare('listRaises', [{ date: MAY * 1000, amountRaised: '5', series: '' }])
  expect(rounds.rows.pre_ipo_rounds).toMatchObject([
    { atSec: MAY, amountUsd: 5, valuationUsd: null, series: null },
  ])
  const companies = bare('listCompanies', [{ name: 'No id' }, { id: 7, name: 'Seven' }])
  expect(companies.rows.pre_ipo_companies).toMatchObject([{ company: '7', rank: 1 }])
  expect(companies.details.map(({ query }) => query?.company)).toEqual(['7', '7', '7'])
})

test('error: a response of another form names its member', () => {
  expect(() => read('listCompanies', 'soon')).toThrow('data is "soon" instead of a list')
  expect(() => read('getIntegrations', null)).toThrow('data is null instead of an object')
})
