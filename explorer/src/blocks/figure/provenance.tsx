import { serviceUrl } from '../../api/origin.ts'
import { request, useOperation, useRequest } from '../../api/request.ts'
import { grouped, shortText } from '../../lib/writing.ts'
import { link } from '../../page/app-link.tsx'
import { useCopy } from '../../page/use-copy.ts'
import { Button } from '../controls/button.tsx'
import { Facts } from '../facts/facts.tsx'
import { Block } from '../states/block.tsx'
import { LeadLines, rowLines } from './lead-lines.tsx'
import {
  type Coverage,
  citationOf,
  type FactRows,
  hasCoverage,
  leadOf,
  qualityText,
  requestOf,
  type Source,
  versionsOf,
} from './origin.ts'

const MAX_ROWS = 20

/** Fact, key, source, times, run, quality, coverage, prices, receipt and versions of a figure. */
export function Provenance(props: { name: string; value: string; source: Source }) {
  const { name, value, source } = props
  const { operation, parameters, atSec } = source
  const origin = request('getProvenance', {
    others: parameters,
    operation,
    rows: MAX_ROWS,
    at: atSec,
  })
  const asked = useRequest(origin)
  const coverage = useOperation(
    'getCoverage',
    hasCoverage(operation) ? { others: parameters, operation } : null,
  )
  const subject = document.title.split(' · ')[0] ?? ''
  const title = subject === '' || name.includes(subject) ? name : `${name}, ${subject}`
  return (
    <>
      <h3>{value}</h3>
      <p className="dim">{title}</p>
      <Block asked={asked} shape={{ rows: 9 }}>
        {({ facts, run }) => {
          const lead = leadOf(facts, source.fact)
          const told = facts.filter(({ rows }) => rows.length > 0)
          return (
            <>
              {lead === null ? (
                <p className="empty">No stored rows are behind this figure.</p>
              ) : (
                <LeadLines lead={lead} facts={facts} coverage={coverage.data?.body} />
              )}
              {coverage.data !== undefined && <Members coverage={coverage.data.body} />}
              <details>
                <summary>
                  All facts behind it{' '}
                  <span className="dim">
                    {grouped(told.length, 0)} {told.length === 1 ? 'fact' : 'facts'}
                  </span>
                </summary>
                {told.map((fact) => (
                  <FactPart key={fact.fact} fact={fact} />
                ))}
              </details>
              <CopyFoot
                path={requestOf(source)}
                citation={citationOf({
                  value,
                  name: title,
                  atSec: atSec ?? lead?.rows[0]?.atSec ?? null,
                  run,
                })}
              />
            </>
          )
        }}
      </Block>
    </>
  )
}

/** What can be taken along: the request whose response has the figure, and a line to quote. */
function CopyFoot({ path, citation }: { path: string; citation: string }) {
  const { copied, copy } = useCopy()
  return (
    <>
      <p className="citation">{citation}</p>
      <p className="foot">
        <Button look="link" onClick={() => copy(`curl -s '${serviceUrl}${path}'`, 'request')}>
          {copied === 'request' ? 'Copied' : 'Copy request'}
        </Button>
        <Button look="link" onClick={() => copy(citation, 'citation')}>
          {copied === 'citation' ? 'Copied' : 'Copy citation'}
        </Button>
      </p>
    </>
  )
}

/** One fact behind a response: its newest row. */
function FactPart({ fact }: { fact: FactRows }) {
  const [newest] = fact.rows
  const current = newest === undefined ? null : versionsOf(newest).current
  if (newest === undefined || current === null) return null
  return (
    <details className="part">
      <summary>
        {fact.fact}{' '}
        <span className="dim">
          {grouped(fact.versionCount, 0)} {fact.versionCount === 1 ? 'row' : 'rows'}
        </span>
      </summary>
      <Facts
        lines={[
          ...rowLines(newest, current),
          ['Run', link(`/runs/${current.run}`, current.run)],
          ['Quality', qualityText(current.quality)],
        ]}
      />
    </details>
  )
}

const MAX_MEMBERS = 30
const ORDER = ['missing', 'stale', 'fresh']

/** What a total is made of and what it lacks: what is missing first, then the largest. */
function Members({ coverage: { members, expected } }: { coverage: Coverage }) {
  if (members.length === 0) return null
  const listed = [...members]
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
    .slice(0, MAX_MEMBERS)
  return (
    <details>
      <summary>
        What is in it <span className="dim">{grouped(expected.count, 0)} members</span>
      </summary>
      <ul>
        {listed.map(({ key, state, worth, share }) => (
          <li key={Object.values(key).join(' ')} className="member">
            <span className={state === 'fresh' ? undefined : 'state held'}>
              {Object.values(key).join(', ')}
              {state !== 'fresh' && ` (${state === 'stale' ? 'late' : state})`}
            </span>
            <span>
              {shortText(worth, { sign: '$' })}{' '}
              <span className="dim">{grouped(share * 100, 1)}%</span>
            </span>
          </li>
        ))}
      </ul>
      {expected.count > listed.length && (
        <p className="dim">and {grouped(expected.count - listed.length, 0)} smaller ones</p>
      )}
    </details>
  )
}
