import { useOperation } from '../../api/use-operation.ts'
import { momentText, toSec } from '../../lib/times.ts'

const MAX_RUNS = 8

/** The newest runs: what was known after each. */
export function RunSteps({ onChoose }: { onChoose(sec: number): void }) {
  const { data } = useOperation(
    'listRuns',
    { limit: MAX_RUNS, state: 'committed' },
    { knowsPast: false },
  )
  if (data === undefined || data.body.length === 0) return null
  return (
    <>
      <h3>After a run</h3>
      <ul className="runs">
        {data.body.map(({ id, source, at }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(Math.ceil(Date.parse(at) / 1000))}>
              Run {id}, {source}
              <span className="dim">{momentOf(at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function momentOf(at: string): string {
  const sec = toSec(at)
  return sec === null ? at : momentText(sec)
}
