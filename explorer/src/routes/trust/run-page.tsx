import { type Body, useOperation } from '../../api/request.ts'
import { Button } from '../../blocks/controls/button.tsx'
import { type FactLines, Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Command } from '../../blocks/states/command.tsx'
import { useAsOfNavigation } from '../../blocks/time-machine/time-machine.tsx'
import { grouped, toSec, utcText } from '../../lib/writing.ts'
import { AppLink, link } from '../../page/app-link.tsx'
import { DetailHead, useParam } from '../../page/page-head.tsx'
import { useWalk } from '../../page/use-go.ts'
import { Receipts } from './receipts.tsx'

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
      <DetailHead
        of="/runs"
        title={`Run ${id}`}
        actions={
          at === null ? undefined : (
            <Button onClick={() => goTo(at)}>View data as of this run</Button>
          )
        }
      />
      <Block title="What it brought" asked={asked} shape={{ rows: 11, isOpenEnded: true }}>
        {(run) => <Facts lines={linesOf(run)} />}
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

function linesOf(run: Body<'getRun'>): FactLines {
  return [
    ['State', run.state],
    ['Source', run.source],
    ['Started', utcText(run.startedAt)],
    ['Committed', utcText(run.at)],
    ['Accepted', grouped(run.accepted, 0)],
    ['Rejected', grouped(run.rejected, 0)],
    ['Held', run.held === 0 ? '0' : link('/quality', grouped(run.held, 0))],
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
    ['Revisions', link('/revisions', 'show', { run: String(run.id) })],
    ['Hash of the rows', run.contentHash === '' ? undefined : run.contentHash],
    ['Note', run.note],
  ]
}
