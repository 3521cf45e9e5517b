import type { ResponseOf } from '../../api/operations.ts'
import { useOperation } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { grouped, utcText } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { type FactLines, Facts } from '../facts/facts.tsx'
import {
  type Coverage,
  coverageText,
  type FactRow,
  type FactRows,
  keyText,
  noReceiptText,
  pricesText,
  qualityText,
  type Version,
  valuesText,
  versionsOf,
} from './origin.ts'

/** The newest row of the fact that tells a figure, and how far it can be trusted. */
export function LeadLines(props: {
  lead: FactRows
  facts: readonly FactRows[]
  coverage: Coverage | undefined
}) {
  const { lead, facts, coverage } = props
  const [newest] = lead.rows
  const current = newest === undefined ? null : versionsOf(newest).current
  const hasReceipt = current !== null && current.receipt !== null
  const run = useOperation('getRun', hasReceipt ? { id: String(current.run) } : null)
  if (newest === undefined || current === null) return null
  const receipts = run.data?.body.receipts ?? []
  return (
    <>
      <Facts
        lines={[
          [
            'Fact',
            <AppLink key="fact" to={`/datasets/${encodeURIComponent(lead.fact)}`}>
              {lead.fact}, {grouped(lead.versionCount, 0)}{' '}
              {lead.versionCount === 1 ? 'row' : 'rows'}
            </AppLink>,
          ],
          ...rowLines(newest, current),
          [
            'Recorded',
            <AppLink key="run" to={`/runs/${current.run}`}>
              {current.recordedAt === null ? '' : `${utcText(current.recordedAt)}, `}run{' '}
              {current.run}
            </AppLink>,
          ],
          ['Quality', qualityText(current.quality)],
          ['Coverage', coverage === undefined ? undefined : coverageText(coverage)],
          ['Prices', pricesText(facts, receipts)],
          ['Receipt', <ReceiptText key="receipt" version={current} asked={run} />],
        ]}
      />
      <Versions row={newest} />
    </>
  )
}

/** What a row is of, says, and comes from. */
export function rowLines({ key, atSec }: FactRow, { values, source }: Version): FactLines {
  return [
    ['Newest row', keyText(key)],
    ['It says', valuesText(values)],
    ['Valid at', atSec === null ? undefined : utcText(atSec)],
    ['Source', source],
  ]
}

const HASH_LETTERS = 12

/** Code and blocks that a figure was read with, or why there are none. */
function ReceiptText(props: { version: Version; asked: QueryResult<ResponseOf<'getRun'>> }) {
  const { version, asked } = props
  if (version.receipt === null) return noReceiptText(version)
  const receipt = asked.data?.body.receipts[0]
  if (receipt === undefined)
    return <AppLink to={`/runs/${version.run}`}>of run {version.run}</AppLink>
  return (
    <span className="mono">
      code {receipt.codeHash.slice(0, HASH_LETTERS)}…
      {receipt.blocks.slice(0, 3).map(({ chain, number, hash }) => (
        <span key={chain}>
          <br />
          {chain} block {number}, {hash.slice(0, HASH_LETTERS)}…
        </span>
      ))}
    </span>
  )
}

/** What a row said before it was revised. */
function Versions({ row }: { row: FactRow }) {
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
            <span className="dim"> {utcText(version.recordedAt)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
