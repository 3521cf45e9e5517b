import { grouped } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { type FactRow, qualityText, valuesText, versionsOf } from './origin.ts'

/** What a row said before it was revised. */
export function Versions({ row }: { row: FactRow }) {
  const { earlier } = versionsOf(row)
  if (earlier.length === 0) return null
  return (
    <details>
      <summary>
        Earlier versions <span className="dim">{grouped(row.versionCount - 1, 0)}</span>
      </summary>
      <ul>
        {earlier.map((version) => (
          <li key={version.run} className="version">
            {valuesText(version.values)}, {qualityText(version.quality)}
            <br />
            <AppLink to={`/runs/${version.run}`}>run {version.run}</AppLink>
            <span className="dim"> {recordedText(version.recordedAt)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function recordedText(recordedAt: string | null): string {
  const sec = toSec(recordedAt)
  return sec === null ? '' : `${momentText(sec)} UTC`
}
