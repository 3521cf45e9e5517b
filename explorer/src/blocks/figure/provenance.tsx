import { request } from '../../api/request.ts'
import { useOperation, useRequest } from '../../api/use-operation.ts'
import { grouped } from '../../lib/numbers.ts'
import { Block } from '../states/block.tsx'
import { CopyFoot } from './copy-foot.tsx'
import { hasCoverage } from './covered.ts'
import { FactPart } from './fact-part.tsx'
import { LeadLines } from './lead-lines.tsx'
import { Members } from './members.tsx'
import { citationOf, leadOf } from './origin.ts'
import { requestOf, type Source } from './source.ts'

const MAX_ROWS = 20

export interface ProvenanceProps {
  readonly name: string
  readonly value: string
  readonly source: Source
}

/** Fact, key, source, times, run, quality, coverage, prices, receipt and versions of a figure. */
export function Provenance({ name, value, source }: ProvenanceProps) {
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
                <p className="empty">No row of any fact stands behind this answer.</p>
              ) : (
                <LeadLines lead={lead} facts={facts} coverage={coverage.data?.body} />
              )}
              {coverage.data !== undefined && <Members coverage={coverage.data.body} />}
              <details>
                <summary>
                  All it rests on{' '}
                  <span className="dim">
                    {grouped(told.length, 0)} {told.length === 1 ? 'fact' : 'facts'}
                  </span>
                </summary>
                {told.map((fact) => (
                  <FactPart key={fact.fact} fact={fact} />
                ))}
              </details>
              <CopyFoot
                address={requestOf(source)}
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
