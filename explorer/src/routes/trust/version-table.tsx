import { keyText, qualityText, valuesText } from '../../blocks/figure/origin.ts'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { momentText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import type { FactRow } from './version-rows.ts'

const HEADS = ['Key', 'Of', 'Says', 'Quality', 'Run']

/** Rows of a fact, each version a line; those that are not served any more are faint. */
export function VersionTable({ rows }: { rows: readonly FactRow[] }) {
  return (
    <PlainTable label="Rows" heads={HEADS}>
      {rows.flatMap((row) =>
        row.versions.map(({ values, quality, run, isCurrent }) => (
          <tr
            key={`${keyText(row.key)} ${row.atSec} ${run}`}
            className={isCurrent ? undefined : 'faint'}
          >
            <td className="left">{keyText(row.key)}</td>
            <td className="left">{row.atSec === null ? '—' : momentText(row.atSec)}</td>
            <td className="left">{valuesText(values)}</td>
            <td className="left">{isCurrent ? qualityText(quality) : 'replaced'}</td>
            <td className="left">
              <AppLink to={`/runs/${run}`}>{run}</AppLink>
            </td>
          </tr>
        )),
      )}
    </PlainTable>
  )
}
