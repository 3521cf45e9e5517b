import Type from 'typebox'
import { unixDay, usd } from '../../../http/described.ts'
import { computed, record } from '../../../http/render/cells.ts'
import { list, type Rows } from '../../../http/render/rows.ts'
import { namedShape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Chart } from '../derive/chart.ts'

/** Charts as lists of objects, the form of the pro samples. */
export const volumePoints = Type.Array(
  namedShape('VolumePoint', { date: unixDay(), volume: usd() }),
  {
    description: 'Daily, oldest first',
  },
)
export const exampleVolumePoints = [{ date: 1_760_054_400, volume: 42_000_000 }]

export function volumePointRows({ firstDay, values }: Chart): Rows {
  const date = computed(values.length, (row) =>
    Number.isNaN(at(values, row)) ? undefined : (firstDay + row) * DAY_SEC,
  )
  return list(record({ date, volume: values }))
}
