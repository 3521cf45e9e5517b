import type { Answer } from '../../api/ask.ts'
import { coverageText, moreText } from './part-words.ts'

/** What an answer lacks, where the service says so. */
export function Coverage({ answer }: { answer: Answer<unknown> }) {
  const lacks = coverageText(answer.coverage)
  const more = moreText(answer.part)
  return (
    <>
      {lacks !== null && answer.coverage !== null && (
        <span className="coverage">
          {lacks}
          <meter min={0} max={1} value={answer.coverage} aria-label="Coverage" />
        </span>
      )}
      {more !== null && <span className="coverage">{more}</span>}
    </>
  )
}
