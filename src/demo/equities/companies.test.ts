import { expect, test } from 'vitest'
import { DEMO_SECTORS, goneCompany, listCoinHolders, listCompanies } from './companies.ts'

const companies = listCompanies()
const home = companies.filter(({ country }) => country === 'US')
const distinct = <T>(values: readonly T[]) => new Set(values).size

test('default: 400 companies in 12 countries, 11 sectors and 140 industries', () => {
  expect(companies).toHaveLength(400)
  expect(distinct(companies.map(({ country }) => country))).toBe(12)
  expect(Object.keys(DEMO_SECTORS)).toHaveLength(11)
  const sorted = home.filter(({ sector }) => sector !== null)
  expect(distinct(sorted.map(({ sector }) => sector))).toBe(11)
  expect(distinct(sorted.map(({ sector, industry }) => `${sector} ${industry}`))).toBe(140)
  // One industry name belongs to two sectors.
  expect(distinct(sorted.map(({ industry }) => industry))).toBe(139)
})

test('behavior: no name, number or ticker twice, and no ticker that a real company has', () => {
  const all = [...companies, goneCompany()]
  expect(distinct(all.map(({ name }) => name))).toBe(401)
  expect(distinct(all.map(({ cik }) => cik))).toBe(401)
  expect(distinct(companies.map(({ ticker, country }) => `${ticker} ${country}`))).toBe(400)
  for (const { ticker } of all) expect(ticker).toMatch(/^Z[^AEIOU]{4}F?$/)
})

test('behavior: one of each kind that is out of the ordinary', () => {
  expect(companies.filter(({ restates }) => restates)).toHaveLength(1)
  expect(companies.filter(({ hasTwoClasses }) => hasTwoClasses)).toHaveLength(1)
  expect(companies.filter(({ hasWeeklyYear }) => hasWeeklyYear)).toHaveLength(1)
  expect(home.filter(({ isForeignFiler }) => isForeignFiler)).toHaveLength(3)
  expect(home.filter(({ sector }) => sector === null)).toHaveLength(2)
  expect(distinct(home.map(({ yearEnd }) => yearEnd))).toBe(4)
  // The ticker of a company that is gone went to one that came later.
  const { ticker, goneDay = 0 } = goneCompany()
  expect(companies.find((company) => company.ticker === ticker)?.listedDay).toBeGreaterThan(goneDay)
})

test('behavior: coins are held by companies of all countries that were listed throughout', () => {
  const holders = listCoinHolders()
  expect(holders).toHaveLength(131)
  expect(distinct(holders.map(({ country }) => country))).toBe(12)
  expect(holders.filter(({ listedDay }) => listedDay !== undefined)).toEqual([])
})
