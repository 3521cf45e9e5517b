import { useOperation } from '../../api/use-operation.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Command } from '../../blocks/states/command.tsx'
import { useAsOfNavigation } from '../../blocks/time-machine/time-machine.tsx'
import { grouped } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'
import { Receipts } from './receipts.tsx'
import { useWalk } from './use-walk.ts'

/** One run: what brought it, what it brought, what it changed, and its receipts. */
export function RunPage() {
  const id = useParam('id')
  const asked = useOperation('getRun', { id })
  const newest = useOperation('listRuns', { limit: 1 })
  const goTo = useAsOfNavigation()
  const number = Number(id)
  const last = newest.data?.body[0]?.id ?? number
  const pages = [number + 1, number, number - 1].map((run) =>
    run >= 1 && run <= last ? `/runs/${run}` : `/runs/${number}`,
  )
  useWalk(pages, 1)
  const at = toSec(asked.data?.body.at)
  return (
    <>
      <PageHead
        title={`Run ${id}`}
        crumb={<AppLink to="/runs">Runs</AppLink>}
        actions={
          at === null ? undefined : (
            <button type="button" className="action" onClick={() => goTo(at)}>
              Read everything as of this run
            </button>
          )
        }
      />
      <Block title="What it brought" asked={asked} shape={{ rows: 11, isOpenEnded: true }}>
        {(run) => (
          <Facts
            lines={[
              ['State', run.state],
              ['Source', run.source],
              ['Started', timeOf(run.startedAt)],
              ['Committed', timeOf(run.at)],
              ['Accepted', grouped(run.accepted, 0)],
              ['Rejected', grouped(run.rejected, 0)],
              [
                'Held',
                run.held === 0 ? (
                  '0'
                ) : (
                  <AppLink key="held" to="/quality">
                    {grouped(run.held, 0)}
                  </AppLink>
                ),
              ],
              [
                'Facts',
                <span key="facts" className="links">
                  {run.facts.map((fact) => (
                    <AppLink key={fact} to={`/datasets/${encodeURIComponent(fact)}`}>
                      {fact}
                    </AppLink>
                  ))}
                </span>,
              ],
              [
                'Revisions',
                <AppLink key="revised" to="/revisions" search={{ run: id }}>
                  what it revised
                </AppLink>,
              ],
              ['Hash of the rows', run.contentHash === '' ? undefined : run.contentHash],
              ['Note', run.note],
            ]}
          />
        )}
      </Block>
      <Block title="Receipts" asked={asked} shape={{ rows: 4 }}>
        {(run) => (
          <>
            <Receipts run={run} />
            {run.receipts.length > 0 && <Command>{`almanac verify ${run.id}`}</Command>}
          </>
        )}
      </Block>
    </>
  )
}

function timeOf(iso: string): string {
  const sec = toSec(iso)
  return sec === null ? iso : `${momentText(sec)} UTC`
}
