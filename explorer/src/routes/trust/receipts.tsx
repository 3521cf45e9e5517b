import './trust.css'
import type { ResponseOf } from '../../api/operations.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { exact, grouped, utcText } from '../../lib/writing.ts'
import { link } from '../../page/app-link.tsx'

type Run = ResponseOf<'getRun'>
type Receipt = Run['receipts'][number]

/** What a run's figures rest on: code, blocks and prices; or why there is nothing to show. */
export function Receipts({ run }: { run: Run }) {
  if (run.receipts.length === 0)
    return (
      <p className="dim">
        None:{' '}
        {run.source === 'demo' ? 'demo figures are synthetic' : `its rows came from ${run.source}`},
        not based on blocks.
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
          ['Period', `${utcText(receipt.from)} to ${utcText(receipt.at)}`],
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
                  {number}, {utcText(at)}
                  <br />
                  <code>{hash}</code>
                </span>,
              ] as const,
          ),
          ['Requests to nodes', grouped(receipt.roundTrips, 0)],
          ['Known up to', link(`/runs/${receipt.knownRun}`, `run ${receipt.knownRun}`)],
          ['Without a price', unpriced.length === 0 ? 'none' : unpriced.join(', ')],
        ]}
      />
      {prices.length > 0 && (
        <details className="prices">
          <summary>Prices used ({grouped(prices.length, 0)})</summary>
          <Facts
            lines={prices.map(({ coin, priceUsd, at, confidence }) => [
              coin,
              `$${exact(priceUsd)}, ${utcText(at)}, confidence ${exact(confidence)}`,
            ])}
          />
        </details>
      )}
    </>
  )
}
