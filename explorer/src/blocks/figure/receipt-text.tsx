import type { Asked } from '../../api/asked.ts'
import type { AnswerOf } from '../../api/operations.ts'
import { AppLink } from '../../page/app-link.tsx'
import { noReceiptText, type Version } from './origin.ts'

const HASH_LETTERS = 12

/** Code and blocks that a figure was read with, or why there are none. */
export function ReceiptText({
  version,
  asked,
}: {
  version: Version
  asked: Asked<AnswerOf<'getRun'>>
}) {
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
