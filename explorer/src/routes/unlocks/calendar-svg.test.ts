import { expect, test } from 'vitest'
import { DAY_SEC } from '../../lib/writing.ts'
import { calendarHeight, calendarSvg } from './calendar-svg.ts'

const days = Array.from({ length: 14 }, (_, index) => index * DAY_SEC)
const event = (name: string, share: number | null) => ({ token: name, slug: null, name, share })
const colors = { rule: '#1', label: '#2', revisedPaper: '#3', lines: ['#4'] }

test('a week is as high as its fullest day', () => {
  expect(calendarHeight(days, new Map())).toBe(148)
  // 20 for the date, 4 events of 24, 6 below them: 122, and 74 for the empty week.
  const full = ['A', 'B', 'C', 'D'].map((name) => event(name, null))
  expect(calendarHeight(days, new Map([[0, full]]))).toBe(196)
})

test('a token with its share and a bar; without a share neither; today is tinted', () => {
  const events = new Map([[8 * DAY_SEC, [event('A & B', 0.05), event('Unknown', null)]]])
  const svg = calendarSvg(days, events, DAY_SEC, colors)
  // The second day of the second week: 932 / 7 across, below a week of 74 points; half a bar of
  // 133.1 - 12 points. Two events need 74 points too.
  expect(svg).toContain(
    '<g transform="translate(133.1 74)"><rect width="133.1" height="74" fill="none" stroke="#1"/>',
  )
  expect(svg).toContain('>A &amp; B 5.0%</text><rect x="6" y="36" width="60.6" height="4"')
  expect(svg).toContain('<text x="6" y="56">Unknown</text></g>')
  expect(svg.match(/fill="#3"/g)).toHaveLength(1)
})

test('a long name is cut, its share is not', () => {
  const long = event('A token with a very long name', 0.2)
  // 17 letters: 11 of the name with its mark, 6 of the share.
  const svg = calendarSvg(days, new Map([[0, [long]]]), -1, colors)
  expect(svg).toContain('>A token wi… 20.0%</text>')
  // More than a tenth fills the bar, and no more.
  expect(svg).toContain('width="121.1" height="4"')
})
