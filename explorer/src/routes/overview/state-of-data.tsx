import { useOperation } from '../../api/use-operation.ts'
import { Block } from '../../blocks/states/block.tsx'
import { ageText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'

const SHOWN = new Map([
  ['prices', 'Newest prices'],
  ['tvl', 'Newest value locked'],
  ['dimension_days', 'Volumes and fees'],
  ['stablecoin_supply', 'Stablecoin supply'],
])

/** How old the figures are and what is held back. */
export function StateOfData() {
  const freshness = useOperation('getFreshness', {}, { knowsPast: false })
  const quality = useOperation('getQuality', { limit: 1 })
  const counts = quality.data?.body.facts
  const sum = (name: 'held' | 'flagged' | 'released') =>
    counts?.reduce((total, fact) => total + fact[name], 0)
  return (
    <Block
      title="State of the data"
      asked={freshness}
      shape={{ rows: 8 }}
      actions={
        <AppLink to="/freshness" className="action">
          All
        </AppLink>
      }
    >
      {({ facts }) => (
        <dl className="facts">
          {facts
            .filter(({ fact }) => SHOWN.has(fact))
            .map(({ fact, ageSeconds }) => (
              <div key={fact}>
                <dt>{SHOWN.get(fact)}</dt>
                <dd>{ageSeconds === null ? 'none yet' : `${ageText(ageSeconds)} old`}</dd>
              </div>
            ))}
          <div>
            <dt>Readings held</dt>
            <dd>
              <AppLink to="/quality" search={{ state: 'held' }}>
                {sum('held') ?? '—'}
              </AppLink>
            </dd>
          </div>
          <div>
            <dt>Flagged, served</dt>
            <dd>
              <AppLink to="/quality" search={{ state: 'flagged' }}>
                {sum('flagged') ?? '—'}
              </AppLink>
            </dd>
          </div>
          <div>
            <dt>Released so far</dt>
            <dd>{sum('released') ?? '—'}</dd>
          </div>
          <div>
            <dt>Last run</dt>
            <dd>
              <AppLink to="/runs">{Math.max(...facts.map((fact) => fact.lastRun ?? 0))}</AppLink>
            </dd>
          </div>
          <div>
            <dt>Facts on file</dt>
            <dd>
              <AppLink to="/datasets">{facts.length}</AppLink>
            </dd>
          </div>
        </dl>
      )}
    </Block>
  )
}
