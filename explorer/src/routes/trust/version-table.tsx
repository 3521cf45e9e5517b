import type { AnswerOf } from '../../api/operations.ts'
import { keyText, qualityText, valuesText } from '../../blocks/figure/origin.ts'
import { momentText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'

type Row = AnswerOf<'listFactRows'>['rows'][number]

const HEADS = ['Key', 'Of', 'Says', 'Quality', 'Run']

/** Rows of a fact, each version a line; those that are not served any more are faint. */
export function VersionTable({ rows }: { rows: readonly Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="sideways" aria-label="Rows" tabIndex={0}>
      <table className="data" aria-label="Rows">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="left">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  )
}
