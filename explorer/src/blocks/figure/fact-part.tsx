import { grouped } from '../../lib/numbers.ts'
import { momentText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { Facts } from '../facts/facts.tsx'
import { type FactRows, keyText, qualityText, valuesText, versionsOf } from './origin.ts'

/** One fact behind an answer: its newest row. */
export function FactPart({ fact }: { fact: FactRows }) {
  const [newest] = fact.rows
  const current = newest === undefined ? null : versionsOf(newest).current
  if (newest === undefined || current === null) return null
  return (
    <details className="part">
      <summary>
        {fact.fact}{' '}
        <span className="dim">
          {grouped(fact.versionCount, 0)} {fact.versionCount === 1 ? 'row' : 'rows'}
        </span>
      </summary>
      <Facts
        lines={[
          ['Newest row', keyText(newest.key)],
          ['It says', valuesText(current.values)],
          ['Valid at', newest.atSec === null ? undefined : `${momentText(newest.atSec)} UTC`],
          ['Source', current.source],
          [
            'Run',
            <AppLink key="run" to={`/runs/${current.run}`}>
              {current.run}
            </AppLink>,
          ],
          ['Quality', qualityText(current.quality)],
        ]}
      />
    </details>
  )
}
