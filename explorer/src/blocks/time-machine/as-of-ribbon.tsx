import { useRouterState } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { useAsOf } from '../../page/use-as-of.ts'
import { changesText, isOfNow } from './changes.ts'
import { useAsOfNavigation } from './time-machine.tsx'

const MAX_LINES = 1_000

/** Says that the page shows the past, what was changed since, and how to come back. */
export function AsOfRibbon() {
  const asOf = useAsOf()
  const goTo = useAsOfNavigation()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { data, error } = useOperation('listChains', asOf === null ? null : {})
  const changes = useOperation(
    'getRevisions',
    asOf === null || error?.status === 400
      ? null
      : { groupBy: 'run', order: 'desc', since: asOf, limit: MAX_LINES },
    { knowsPast: false },
  )
  if (asOf === null) return null
  const sec = toSec(asOf)
  return (
    <div className="ribbon" role="status">
      <span>
        <b>
          You read the service as it was known at{' '}
          {sec === null ? asOf.slice(0, 40) : `${momentText(sec)} UTC`}
        </b>
        {data?.asOfRun != null && `, up to run ${data.asOfRun}`}
        {changes.data !== undefined &&
          `; ${changesText(changes.data.body, changes.data.nextAddress !== null)}`}
        .{error?.status === 400 && ` ${error.message}`}
        {isOfNow(path) && (
          <b> This page shows the present all the same: its answers know no past.</b>
        )}
      </span>
      <AppLink to="/revisions" search={{ since: asOf }} isOfNow>
        Show what changed
      </AppLink>
      <button type="button" onClick={() => goTo(null)}>
        Back to now
      </button>
    </div>
  )
}
