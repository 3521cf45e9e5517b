import { shortText } from '../../lib/numbers.ts'
import { logLine } from './log-line.ts'
import { limitOf, type Reading } from './reading.ts'

const WIDTH = 640
const HEIGHT = 64
const MIDDLE = 32

/** What was caught and what is served on one logarithmic line, with the band that passes. */
export function CaughtLine({ hold }: { hold: Reading }) {
  const line = logLine(hold.value, hold.servedValue, limitOf(hold.reason))
  const caught = shortText(hold.value, { digits: 4 })
  const served = shortText(hold.servedValue, { digits: 4 })
  const summary = `Caught ${caught}, served ${hold.servedValue === null ? 'nothing' : served}`
  if (line === null) return <p>{summary}.</p>
  const x = (place: number) => place * WIDTH
  return (
    <svg className="caught" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
      {line.band !== null && (
        <rect
          className="band"
          x={x(line.band[0])}
          width={x(line.band[1] - line.band[0])}
          y={MIDDLE - 7}
          height={14}
        />
      )}
      <path className="axis" d={`M0 ${MIDDLE}H${WIDTH}`} />
      {line.served !== null && (
        <>
          <path className="gap" d={`M${x(line.served)} ${MIDDLE}H${x(line.caught)}`} />
          <circle className="served" cx={x(line.served)} cy={MIDDLE} r={5} />
          <text x={x(line.served)} y={HEIGHT - 6} textAnchor={anchorOf(line.served)}>
            served {served}
          </text>
        </>
      )}
      <rect className="held" x={x(line.caught) - 5} y={MIDDLE - 5} width={10} height={10} />
      <text className="held" x={x(line.caught)} y={16} textAnchor={anchorOf(line.caught)}>
        caught {caught}
      </text>
    </svg>
  )
}

function anchorOf(place: number): 'start' | 'middle' | 'end' {
  if (place < 0.12) return 'start'
  return place > 0.88 ? 'end' : 'middle'
}
