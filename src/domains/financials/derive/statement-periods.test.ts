import { expect, test } from 'vitest'
import { periodsOf } from './statement-periods.ts'

const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000

test.each([
  ['2024-01-01', '2024', '2024-Q1', '2024-01'],
  ['2024-02-29', '2024', '2024-Q1', '2024-02'],
  ['2024-03-31', '2024', '2024-Q1', '2024-03'],
  ['2024-04-01', '2024', '2024-Q2', '2024-04'],
  ['2024-12-31', '2024', '2024-Q4', '2024-12'],
  ['2025-10-01', '2025', '2025-Q4', '2025-10'],
])('default: %s', (text, yearly, quarterly, monthly) => {
  expect(periodsOf(dayOf(text))).toEqual({ yearly, quarterly, monthly })
})
