import { useOperation } from '../../api/use-operation.ts'
import { grouped } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { Facts } from '../facts/facts.tsx'
import {
  type Coverage,
  coverageText,
  type FactRows,
  keyText,
  pricesText,
  qualityText,
  valuesText,
  versionsOf,
} from './origin.ts'
import { ReceiptText } from './receipt-text.tsx'
import { Versions } from './versions.tsx'

/** The newest row of the fact that tells a figure, and how far it can be trusted. */
export function LeadLines({
  lead,
  facts,
  coverage,
}: {
  lead: FactRows
  facts: readonly FactRows[]
  coverage: Coverage | undefined
}) {
  const [newest] = lead.rows
  const current = newest === undefined ? null : versionsOf(newest).current
  const hasReceipt = current !== null && current.receipt !== null
  const run = useOperation('getRun', hasReceipt ? { id: String(current.run) } : null)
  if (newest === undefined || current === null) return null
  const receipts = run.data?.body.receipts ?? []
  const recordedSec = toSec(current.recordedAt)
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
          ['Newest row', keyText(newest.key)],
          ['It says', valuesText(current.values)],
          ['Valid at', newest.atSec === null ? undefined : `${momentText(newest.atSec)} UTC`],
          ['Source', current.source],
          [
            'Recorded',
            <AppLink key="run" to={`/runs/${current.run}`}>
              {recordedSec === null ? '' : `${momentText(recordedSec)} UTC, `}run {current.run}
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
