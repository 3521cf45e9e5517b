import { useAnswer } from '../../api/use-answer.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { useAsOf } from '../../page/use-as-of.ts'
import { useAsOfNavigation } from './time-machine.tsx'

/** Says that the page shows the past, and how to come back. */
export function AsOfRibbon() {
  const asOf = useAsOf()
  const goTo = useAsOfNavigation()
  const { data, error } = useAnswer(asOf === null ? null : '/v2/chains')
  if (asOf === null) return null
  const sec = toSec(asOf)
  return (
    <div className="ribbon" role="status">
      <span>
        <b>
          You read the service as it was known at{' '}
          {sec === null ? asOf.slice(0, 40) : `${momentText(sec)} UTC`}
        </b>
        {data?.asOfRun != null && ` (up to run ${data.asOfRun})`}.{error?.status === 400 && ' '}
        {error?.status === 400 && error.message}
      </span>
      <AppLink to="/revisions" search={{ since: asOf }}>
        Show what changed
      </AppLink>
      <button type="button" onClick={() => goTo(null)}>
        Back to now
      </button>
    </div>
  )
}
