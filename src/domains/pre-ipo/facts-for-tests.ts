import type { TestApp } from '../../../test/support/test-app.ts'
import { preIpoCompanies, preIpoMarks, preIpoRounds } from './facts.ts'

export const at = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000

export const mark = (company: string, source: string, date: string, valuationUsd: number) => ({
  company,
  source,
  atSec: at(date),
  valuationUsd,
})

export const round = (
  company: string,
  source: string,
  date: string,
  more: Record<string, unknown>,
) => ({
  ...{
    company,
    source,
    report: `${company} ${source} ${date}`,
    atSec: at(date),
    amountUsd: null,
    valuationUsd: null,
    series: null,
  },
  ...more,
})

/**
 * Two companies, in an order that is neither that of names nor of values. Zephyr is marked by two
 * marketplaces; Acme only raised, a round that two sources tell of.
 */
export async function putCompanies(app: TestApp): Promise<void> {
  await app.put(preIpoCompanies, [
    {
      company: 'zephyr',
      rank: 1,
      name: 'Zephyr Labs',
      description: 'Builds kites.',
      website: 'https://zephyr.example.org',
      sector: 'Aerospace',
    },
    { company: 'acme', rank: 2, name: 'Acme', description: null, website: null, sector: null },
    { company: 'blank', rank: 3, name: 'Blank', description: null, website: null, sector: null },
  ])
  await app.put(preIpoMarks, [
    mark('zephyr', 'one', '2025-01-20', 1_000_000),
    mark('zephyr', 'one', '2025-12-05', 1_400_000),
    mark('zephyr', 'one', '2026-01-03', 1_400_000),
    mark('zephyr', 'one', '2026-01-13', 1_600_000),
    mark('zephyr', 'two', '2026-01-10', 1_700_123),
    mark('zephyr', 'two', '2026-01-20', 9_999_999),
  ])
  await app.put(preIpoRounds, [
    round('zephyr', 'wire', '2024-05-01', {
      amountUsd: 100_000,
      valuationUsd: 800_000,
      series: 'Seed',
    }),
    round('zephyr', 'wire', '2025-06-01', {
      amountUsd: 300_000,
      valuationUsd: 1_200_000,
      series: 'Series A',
    }),
    round('acme', 'wire', '2023-03-10', {
      amountUsd: 5_000_000,
      valuationUsd: 40_000_000,
      series: 'Series A',
    }),
    round('acme', 'post', '2023-03-02', {
      amountUsd: 5_400_000,
      valuationUsd: 44_000_001,
      series: null,
    }),
    round('acme', 'wire', '2027-01-01', { amountUsd: 1, series: 'Series B' }),
  ])
}
