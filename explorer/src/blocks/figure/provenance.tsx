import { useState } from 'react'
import { addressOf } from '../../api/ask.ts'
import { serviceUrl } from '../../api/origin.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { exact } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { Facts } from '../facts/facts.tsx'
import { Block } from '../states/block.tsx'
import type { Source } from './source.ts'

interface Version {
  readonly values: Readonly<Record<string, unknown>>
  readonly quality: string
  readonly isCurrent: boolean
  readonly run: number
  readonly source: string | null
  readonly recordedAt: string | null
  readonly receipt: string | null
}

interface FactRows {
  readonly fact: string
  readonly versionCount: number
  readonly isComplete: boolean
  readonly rows: readonly {
    readonly key: Readonly<Record<string, string | number>>
    readonly atSec: number | null
    readonly versionCount: number
    readonly versions: readonly Version[]
  }[]
  readonly reason: string | null
}

interface Answer {
  readonly operation: string
  readonly run: number
  readonly facts: readonly FactRows[]
}

const MAX_ROWS = 5
const QUALITIES: Readonly<Record<string, string>> = {
  ok: 'measured',
  held: 'held back',
  carried: 'carried on from an earlier reading',
  extrapolated: 'worked out from other figures',
  backfilled: 'filled in later',
  selfReported: 'reported by the protocol itself',
  disputed: 'disputed',
}

/** Facts, runs, sources, qualities and earlier versions behind a figure. */
export function Provenance({
  name,
  value,
  source,
}: {
  name: string
  value: string
  source: Source
}) {
  const { operation, parameters, atSec } = source
  const query = { ...parameters, operation, rows: MAX_ROWS, at: atSec }
  const asked = useAnswer<Answer>('/meta/provenance', query)
  return (
    <>
      <h3>{value}</h3>
      <p className="dim">{name}</p>
      <Block asked={asked} shape={{ rows: 4 }}>
        {({ facts, run }) => (
          <>
            {facts
              .filter(({ rows }) => rows.length > 0)
              .map((fact) => (
                <FactPart key={fact.fact} fact={fact} />
              ))}
            <Foot
              address={addressOf('/meta/provenance', query)}
              citation={`${value}, ${name}, as known at run ${run}`}
            />
          </>
        )}
      </Block>
    </>
  )
}

function FactPart({ fact }: { fact: FactRows }) {
  const newest = fact.rows[0]
  const current = newest?.versions.find(({ isCurrent }) => isCurrent) ?? newest?.versions[0]
  if (newest === undefined || current === undefined) return null
  return (
    <details open={fact.rows.length < MAX_ROWS}>
      <summary>
        <b>{fact.fact}</b>{' '}
        <span className="dim">
          {fact.versionCount} {fact.versionCount === 1 ? 'row' : 'rows'}
        </span>
      </summary>
      <Facts
        lines={[
          ['Newest', Object.values(newest.key).join(', ')],
          ['Of', newest.atSec === null ? undefined : `${momentText(newest.atSec)} UTC`],
          ['Says', valuesText(current.values)],
          ['Source', current.source],
          ['Recorded', recordedText(current)],
          [
            'Run',
            <AppLink key="run" to={`/runs/${current.run}`}>
              {current.run}
              {current.receipt !== null && ', with receipt'}
            </AppLink>,
          ],
          ['Quality', QUALITIES[current.quality] ?? current.quality],
          [
            'Earlier versions',
            newest.versionCount > 1 ? String(newest.versionCount - 1) : undefined,
          ],
        ]}
      />
    </details>
  )
}

function Foot({ address, citation }: { address: string; citation: string }) {
  const [copied, setCopied] = useState('')
  const copy = (what: string, text: string) =>
    void navigator.clipboard.writeText(text).then(() => setCopied(what))
  return (
    <p className="foot">
      <button type="button" className="link" onClick={() => copy('request', serviceUrl + address)}>
        {copied === 'request' ? 'Copied' : 'Copy request'}
      </button>
      <button type="button" className="link" onClick={() => copy('citation', citation)}>
        {copied === 'citation' ? 'Copied' : 'Copy citation'}
      </button>
    </p>
  )
}

function valuesText(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .slice(0, 4)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? exact(value) : String(value)}`)
    .join(', ')
    .slice(0, 200)
}

function recordedText({ recordedAt }: Version): string | undefined {
  const sec = toSec(recordedAt)
  return sec === null ? undefined : `${momentText(sec)} UTC`
}
