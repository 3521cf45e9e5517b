import Type from 'typebox'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Chart } from '../derive/chart.ts'

/** Charts as lists of objects, the form of the pro samples. */
export const volumePoints = Type.Array(shape({ date: Type.Integer(), volume: Type.Number() }))
export const exampleVolumePoints = [{ date: 1_760_054_400, volume: 42_000_000 }]

export function renderVolumePoints({ firstDay, values }: Chart): string {
  const points: string[] = []
  values.forEach((value, index) => {
    if (!Number.isNaN(value))
      points.push(`{"date":${(firstDay + index) * DAY_SEC},"volume":${value}}`)
  })
  return `[${points.join(',')}]`
}
