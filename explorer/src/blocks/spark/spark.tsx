import type { Value } from '../../lib/series.ts'
import { sparkPath } from './spark-path.ts'
import './spark.css'

const WIDTH = 84
const HEIGHT = 20

/** A line of the last days; a gap stays a gap. */
export function Spark({ values }: { values: readonly Value[] }) {
  const made = sparkPath(values, WIDTH, HEIGHT)
  if (made === null) return <span className="faint">—</span>
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={made.path} fill="none" stroke="var(--ink-2)" strokeWidth="1.1" />
      <circle cx={made.end[0]} cy={made.end[1]} r="1.7" fill="var(--ink)" />
    </svg>
  )
}
