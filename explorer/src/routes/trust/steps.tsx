import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/operations.ts'
import { shortText } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { decisionText, type Hold } from './reading.ts'

/** What happened to a reading, in its order. */
export function Steps({ hold, run }: { hold: Hold; run: AnswerOf<'getRun'> }) {
  const block = run.receipts[0]?.blocks[0]
  const served = shortText(hold.servedValue, { digits: 4 })
  const isServed = hold.state === 'flagged'
  return (
    <ol>
      {block !== undefined && (
        <Step at={block.at}>
          Block {block.number} of {block.chain} was made.
        </Step>
      )}
      <Step at={run.at}>
        <AppLink to={`/runs/${run.id}`}>Run {run.id}</AppLink> of {run.source} read{' '}
        {shortText(hold.value, { digits: 4 })}{' '}
        {isServed ? 'and served it with a flag.' : 'and held it back; '}
        {!isServed && (hold.servedValue === null ? 'nothing is served.' : `${served} is served.`)}
      </Step>
      {hold.decidedRun !== null ? (
        <Step at={null}>
          <AppLink to={`/runs/${hold.decidedRun}`}>Run {hold.decidedRun}</AppLink>: {hold.state} by{' '}
          {hold.decidedBy}
          {hold.decisionReason !== null && ` (${hold.decisionReason})`}.
        </Step>
      ) : (
        !isServed && <Step at={null}>Open: it {decisionText(hold)}.</Step>
      )}
    </ol>
  )
}

function Step({ at, children }: { at: string | null; children: ReactNode }) {
  const sec = toSec(at)
  return (
    <li className="step">
      <span className="dim">{sec === null ? '' : `${momentText(sec)} UTC`}</span>
      <span>{children}</span>
    </li>
  )
}
