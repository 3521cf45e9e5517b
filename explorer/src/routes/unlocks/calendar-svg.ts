import type { ChartColors } from '../../blocks/chart/colors.ts'
import { escapeXml, tenth } from '../../blocks/chart/shapes.ts'
import { DRAWING_WIDTH } from '../../blocks/export/picture.ts'
import { dayText, inUnit } from '../../lib/writing.ts'
import { type DayEvent, type DayEvents, LARGE_SHARE } from './day-events.ts'

const WEEK_DAYS = 7
const DAY_WIDTH = DRAWING_WIDTH / WEEK_DAYS
const LEAST_HEIGHT = 74
const DATE_HEIGHT = 20
const EVENT_HEIGHT = 24
const BAR_HEIGHT = 4
const PADDING = 6
/** Of the widest of the usual fonts. */
const MAX_LETTERS = 17

type Colors = Pick<ChartColors, 'rule' | 'label' | 'revisedPaper' | 'lines'>

/** How high the weeks are together, each as high as its fullest day. */
export function calendarHeight(days: readonly number[], events: DayEvents): number {
  return weeksOf(days).reduce((sum, week) => sum + heightOf(week, events), 0)
}

/** The calendar as it is on a wide screen: a week a row. */
export function calendarSvg(
  days: readonly number[],
  events: DayEvents,
  todaySec: number,
  colors: Colors,
): string {
  let top = 0
  return weeksOf(days)
    .map((week) => {
      const height = heightOf(week, events)
      const cells = week.map((day, place) => {
        const ground = day === todaySec ? colors.revisedPaper : 'none'
        const rows = (events.get(day) ?? []).map((event, row) => eventSvg(event, row, colors))
        return [
          `<g transform="translate(${tenth(place * DAY_WIDTH)} ${top})">`,
          `<rect width="${tenth(DAY_WIDTH)}" height="${height}" fill="${ground}" stroke="${colors.rule}"/>`,
          `<text x="${PADDING}" y="14" fill="${colors.label}">${escapeXml(dayText(day))}</text>`,
          `${rows.join('')}</g>`,
        ].join('')
      })
      top += height
      return cells.join('')
    })
    .join('')
}

function eventSvg({ name, share }: DayEvent, row: number, colors: Colors): string {
  const top = DATE_HEIGHT + row * EVENT_HEIGHT
  const percent = share === null ? '' : ` ${inUnit(share * 100, 1, 1)}%`
  const room = MAX_LETTERS - percent.length
  const short = name.length > room ? `${name.slice(0, room - 1)}…` : name
  const text = `<text x="${PADDING}" y="${top + 12}">${escapeXml(short + percent)}</text>`
  if (share === null) return text
  const width = Math.min(1, share / LARGE_SHARE) * (DAY_WIDTH - 2 * PADDING)
  return `${text}<rect x="${PADDING}" y="${top + 16}" width="${tenth(width)}" height="${BAR_HEIGHT}" fill="${colors.lines[0]}"/>`
}

function weeksOf(days: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(days.length / WEEK_DAYS) }, (_, week) =>
    days.slice(week * WEEK_DAYS, (week + 1) * WEEK_DAYS),
  )
}

function heightOf(week: readonly number[], events: DayEvents): number {
  const most = Math.max(0, ...week.map((day) => events.get(day)?.length ?? 0))
  return Math.max(LEAST_HEIGHT, DATE_HEIGHT + most * EVENT_HEIGHT + PADDING)
}
