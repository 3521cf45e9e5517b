import type { AnswerOf } from '../../api/operations.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { exact, grouped } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import './trust.css'

type Run = AnswerOf<'getRun'>
type Receipt = Run['receipts'][number]

/** What a run's figures rest on: code, blocks and prices; or why there is nothing to show. */
export function Receipts({ run }: { run: Run }) {
  if (run.receipts.length === 0)
    return (
      <p className="dim">
        None:{' '}
        {run.source === 'demo' ? 'demo figures are synthetic' : `its rows came from ${run.source}`},
        no block stands behind them.
      </p>
    )
  return run.receipts.map((receipt) => <One key={receipt.source} receipt={receipt} />)
}

function One({ receipt }: { receipt: Receipt }) {
  const { blocks, prices, unpriced } = receipt
  return (
    <>
      <Facts
        lines={[
          ['Source', <code key="source">{receipt.source}</code>],
          ['Period', `${timeText(receipt.from)} to ${timeText(receipt.at)}`],
          ['Code', <code key="code">{receipt.codeHash}</code>],
          [
            'Readers',
            receipt.programHash === null ? undefined : (
              <code key="program">{receipt.programHash}</code>
            ),
          ],
          ['Method', `version ${receipt.methodologyVersion}: ${receipt.methodology}`],
          ...blocks.map(
            ({ chain, number, hash, at }) =>
              [
                `Block of ${chain}`,
                <span key={chain}>
                  {number}, {timeText(at)}
                  <br />
                  <code>{hash}</code>
                </span>,
              ] as const,
          ),
          ['Requests to nodes', grouped(receipt.roundTrips, 0)],
          [
            'Known up to',
            <AppLink key="known" to={`/runs/${receipt.knownRun}`}>
              run {receipt.knownRun}
            </AppLink>,
          ],
          ['Without a price', unpriced.length === 0 ? 'none' : unpriced.join(', ')],
        ]}
      />
      {prices.length > 0 && (
        <details className="prices">
          <summary>Prices it rests on ({grouped(prices.length, 0)})</summary>
          <Facts
            lines={prices.map(({ coin, priceUsd, at, confidence }) => [
              coin,
              `$${exact(priceUsd)}, ${timeText(at)}, confidence ${exact(confidence)}`,
            ])}
          />
        </details>
      )}
    </>
  )
}

function timeText(iso: string): string {
  const sec = toSec(iso)
  return sec === null ? iso : `${momentText(sec)} UTC`
}
