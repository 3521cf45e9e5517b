import type { ReactNode } from 'react'
import './trust.css'
import type { ResponseOf } from '../../api/operations.ts'
import { useOperation } from '../../api/request.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Command } from '../../blocks/states/command.tsx'
import { exact, shortText, utcText } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { DetailHead, useParam } from '../../page/page-head.tsx'
import { Section } from '../../page/section.tsx'
import { useWalk } from '../../page/use-go.ts'
import {
  decisionText,
  type Hold,
  holdsOf,
  limitOf,
  logLine,
  type Reading,
  ratioText,
  sentencesOf,
} from './reading.ts'
import { Receipts } from './receipts.tsx'
import { seriesName, seriesPage } from './series-page.ts'
import { useProtocolNames } from './use-protocol-names.ts'

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
      <DetailHead
        of="/quality"
        title={hold === undefined ? `Reading ${id}` : seriesName(hold.series, names)}
        note={hold === undefined ? undefined : <State hold={hold} />}
        actions={
          page === null ? undefined : (
            <AppLink to={page} className="action">
              Series page
            </AppLink>
          )
        }
      />
      <Block
        asked={asked}
        shape={{ rows: 12 }}
        empty={{
          when: () => hold === undefined,
          say: 'Not found in the latest 1,000.',
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
        <Section title="Caught and served" note={`${ratioText(hold)} on a logarithmic line`}>
          <CaughtLine hold={hold} />
          <ul className="sentences">
            {sentencesOf(hold.reason).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Section>
        <Block title="What happened" asked={run} shape={{ rows: 3 }}>
          {(body) => <Steps hold={hold} run={body} />}
        </Block>
        <Block title="Receipt" asked={run} shape={{ rows: 4 }}>
          {(body) => <Receipts run={body} />}
        </Block>
      </div>
      <aside>
        <Section title={`Reading ${hold.id}`}>
          <Facts
            lines={[
              ['Caught', exact(hold.value)],
              ['Served instead', exact(hold.servedValue)],
              ['Of', utcText(hold.atSec)],
              ['Guard', hold.guard],
              ['Released by', hold.release === 'person' ? 'a person' : 'a reading that agrees'],
              ['Decided by', hold.decidedBy ?? undefined],
              ['Why', hold.decisionReason ?? undefined],
            ]}
          />
        </Section>
        <Section title="Check and decide">
          <Command>{`almanac verify ${hold.heldRun}`}</Command>
          {hold.state === 'held' && (
            <>
              <Command>{`almanac quality release ${hold.id}`}</Command>
              <Command>{`almanac quality reject ${hold.id}`}</Command>
            </>
          )}
          <p className="dim">A held reading is never released by time.</p>
        </Section>
      </aside>
    </div>
  )
}

const WIDTH = 640
const HEIGHT = 64
const MIDDLE = 32

/** What was caught and what is served on one logarithmic line, with the band that passes. */
function CaughtLine({ hold }: { hold: Reading }) {
  const line = logLine(hold.value, hold.servedValue, limitOf(hold.reason))
  const caught = shortText(hold.value, { digits: 4 })
  const served = shortText(hold.servedValue, { digits: 4 })
  const summary = `Caught ${caught}, served ${hold.servedValue === null ? 'nothing' : served}`
  if (line === null) return <p>{summary}.</p>
  const x = (place: number) => place * WIDTH
  return (
    <svg className="caught" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
      {line.band !== null && (
        <rect
          className="band"
          x={x(line.band[0])}
          width={x(line.band[1] - line.band[0])}
          y={MIDDLE - 7}
          height={14}
        />
      )}
      <path className="axis" d={`M0 ${MIDDLE}H${WIDTH}`} />
      {line.served !== null && (
        <>
          <path className="gap" d={`M${x(line.served)} ${MIDDLE}H${x(line.caught)}`} />
          <circle className="served" cx={x(line.served)} cy={MIDDLE} r={5} />
          <text x={x(line.served)} y={HEIGHT - 6} textAnchor={anchorOf(line.served)}>
            served {served}
          </text>
        </>
      )}
      <rect className="held" x={x(line.caught) - 5} y={MIDDLE - 5} width={10} height={10} />
      <text className="held" x={x(line.caught)} y={16} textAnchor={anchorOf(line.caught)}>
        caught {caught}
      </text>
    </svg>
  )
}

function anchorOf(place: number): 'start' | 'middle' | 'end' {
  if (place < 0.12) return 'start'
  return place > 0.88 ? 'end' : 'middle'
}

/** What happened to a reading, in its order. */
function Steps({ hold, run }: { hold: Hold; run: ResponseOf<'getRun'> }) {
  const block = run.receipts[0]?.blocks[0]
  const served = shortText(hold.servedValue, { digits: 4 })
  const isServed = hold.state === 'flagged'
  return (
    <ol>
      {block !== undefined && (
        <Step at={block.at}>
          Block {block.number} of {block.chain} was produced.
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
  return (
    <li className="step">
      <span className="dim">{utcText(at)}</span>
      <span>{children}</span>
    </li>
  )
}
