import { useOperation } from '../../api/use-operation.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Command } from '../../blocks/states/command.tsx'
import { exact } from '../../lib/numbers.ts'
import { momentText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'
import { CaughtLine } from './caught-line.tsx'
import { type Hold, holdsOf, ratioText, sentencesOf } from './reading.ts'
import { Receipts } from './receipts.tsx'
import { seriesName, seriesPage } from './series-page.ts'
import { Steps } from './steps.tsx'
import { useProtocolNames } from './use-protocol-names.ts'
import { useWalk } from './use-walk.ts'
import './trust.css'

/** One reading that a guard caught: why, what is served, what became of it, how to check it. */
export function ReadingPage() {
  const id = useParam('id')
  const asked = useOperation('getQuality', { limit: 1000 })
  const holds = holdsOf(asked.data?.body.readings ?? [])
  const names = useProtocolNames()
  const hold = holds.find((one) => one.id === id)
  useWalk(
    holds.map((one) => `/quality/${encodeURIComponent(one.id)}`),
    holds.findIndex((one) => one.id === id),
  )
  const page = hold === undefined ? null : seriesPage(hold.fact, hold.series, names)
  return (
    <>
      <PageHead
        title={hold === undefined ? `Reading ${id}` : seriesName(hold.series, names)}
        note={hold === undefined ? undefined : <State hold={hold} />}
        crumb={<AppLink to="/quality">Quarantine</AppLink>}
        actions={
          page === null ? undefined : (
            <AppLink to={page} className="action">
              Its page
            </AppLink>
          )
        }
      />
      <Block
        asked={asked}
        shape={{ rows: 12 }}
        empty={{
          when: () => hold === undefined,
          say: 'No reading of this id is among the newest 1,000.',
        }}
      >
        {() => hold !== undefined && <Opened hold={hold} />}
      </Block>
    </>
  )
}

function State({ hold: { state, guard, facts } }: { hold: Hold }) {
  return (
    <>
      <span className={`state ${state}`}>{state}</span> by {guard}, {facts.join(', ')}
    </>
  )
}

function Opened({ hold }: { hold: Hold }) {
  const run = useOperation('getRun', { id: String(hold.heldRun) })
  return (
    <div className="with-side">
      <div>
        <section className="block">
          <header className="section-head">
            <h2>Caught and served</h2>
            <span className="note">{ratioText(hold)} on a logarithmic line</span>
          </header>
          <CaughtLine hold={hold} />
          <ul className="sentences">
            {sentencesOf(hold.reason).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
        <Block title="What happened" asked={run} shape={{ rows: 3 }}>
          {(body) => <Steps hold={hold} run={body} />}
        </Block>
        <Block title="Receipt" asked={run} shape={{ rows: 4 }}>
          {(body) => <Receipts run={body} />}
        </Block>
      </div>
      <aside>
        <section className="block">
          <header className="section-head">
            <h2>Reading {hold.id}</h2>
          </header>
          <Facts
            lines={[
              ['Caught', exact(hold.value)],
              ['Served instead', exact(hold.servedValue)],
              ['Of', `${momentText(hold.atSec)} UTC`],
              ['Guard', hold.guard],
              ['Released by', hold.release === 'person' ? 'a person' : 'a reading that agrees'],
              ['Decided by', hold.decidedBy ?? undefined],
              ['Why', hold.decisionReason ?? undefined],
            ]}
          />
        </section>
        <section className="block">
          <header className="section-head">
            <h2>Check and decide</h2>
          </header>
          <Command>{`almanac verify ${hold.heldRun}`}</Command>
          {hold.state === 'held' && (
            <>
              <Command>{`almanac quality release ${hold.id}`}</Command>
              <Command>{`almanac quality reject ${hold.id}`}</Command>
            </>
          )}
          <p className="dim">A held reading is never released by time.</p>
        </section>
      </aside>
    </div>
  )
}
