import { ageText } from '../../lib/times.ts'
import { agePlace } from './log-line.ts'
import './trust.css'

const WIDTH = 140

/** An age from a second to a year on a logarithmic line, with a tick where it is expected. */
export function AgeLine(props: {
  ageSec: number | null
  expectedSec: number | null | undefined
  isLate: boolean
}) {
  const { ageSec, expectedSec, isLate } = props
  const place = agePlace(ageSec)
  const expected = agePlace(expectedSec)
  if (place === null) return <span className="faint">—</span>
  const said = `${ageText(ageSec)} old${expected === null ? '' : `, expected every ${ageText(expectedSec)}`}`
  return (
    <svg className="age-line" viewBox={`0 0 ${WIDTH} 14`} role="img" aria-label={said}>
      <path className="axis" d={`M0 10.5H${WIDTH}`} />
      <rect
        className={isLate ? 'late' : 'age'}
        y={4}
        height={6}
        width={Math.max(2, place * WIDTH)}
      />
      {expected !== null && <path className="expected" d={`M${expected * WIDTH} 1V13`} />}
    </svg>
  )
}
