import { useOperation } from '../../api/use-operation.ts'
import { ExportActions } from '../../blocks/export/export-actions.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { grouped } from '../../lib/numbers.ts'
import { ageText, momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'
import { DatasetColumns } from './dataset-columns.tsx'
import { shapeRows } from './dataset-shape.ts'
import { TakeAway } from './take-away.tsx'
import { versionRows } from './version-rows.ts'
import { VersionTable } from './version-table.tsx'

const MAX_ROWS = 20
const NO_PAST = { knowsPast: false }
const NO_ROWS = { head: [], rows: [] }

/** One fact: its columns, age and quality, its newest rows with versions, and downloads. */
export function DatasetPage() {
  const fact = useParam('fact')
  const datasets = useOperation('getDatasets', {}, NO_PAST)
  const rows = useOperation('listFactRows', { fact, limit: MAX_ROWS })
  const dataset = datasets.data?.body.find((one) => one.fact === fact)
  return (
    <>
      <PageHead title={fact} crumb={<AppLink to="/datasets">Datasets</AppLink>} />
      <div className="with-side">
        <div>
          <Block
            title="Columns"
            asked={datasets}
            actions={
              <ExportActions
                name={`${fact} columns`}
                rows={() => (dataset === undefined ? NO_ROWS : shapeRows(dataset))}
                address={datasets.data?.address}
              />
            }
            shape={AWAITED_TABLE}
            empty={{ when: () => dataset === undefined, say: 'There is no fact of this name.' }}
          >
            {() =>
              dataset !== undefined && (
                <>
                  <p>{dataset.describe}</p>
                  <DatasetColumns dataset={dataset} />
                </>
              )
            }
          </Block>
          <Block
            title="Newest rows"
            note="with their versions"
            asked={rows}
            actions={
              <ExportActions
                name={`${fact} newest rows`}
                rows={() => versionRows(rows.data?.body.rows ?? [])}
                address={rows.data?.address}
              />
            }
            shape={{ rows: MAX_ROWS }}
            empty={{ when: (body) => body.rows.length === 0, say: 'It has no rows yet.' }}
          >
            {(body) => <VersionTable rows={body.rows} />}
          </Block>
        </div>
        <aside>
          <StateOfFact fact={fact} rows={dataset?.rows} />
          <TakeAway fact={fact} />
        </aside>
      </div>
    </>
  )
}

function StateOfFact({ fact, rows }: { fact: string; rows: number | undefined }) {
  const ages = useOperation('getFreshness', { include: 'expected' }, NO_PAST)
  const quality = useOperation('getQuality', { fact, limit: 1 })
  const counts = quality.data?.body.facts.find((one) => one.fact === fact)
  return (
    <Block title="State" asked={ages} shape={{ rows: 6 }}>
      {({ facts }) => {
        const age = facts.find((one) => one.fact === fact)
        const newest = toSec(age?.newestPoint)
        return (
          <Facts
            lines={[
              ['Rows', rows === undefined ? undefined : grouped(rows, 0)],
              ['Newest point', newest === null ? null : `${momentText(newest)} UTC`],
              ['Age', ageText(age?.ageSeconds)],
              ['Expected every', ageText(age?.expectedSeconds)],
              [
                'Last run',
                age?.lastRun == null ? null : (
                  <AppLink key="run" to={`/runs/${age.lastRun}`}>
                    {age.lastRun}
                  </AppLink>
                ),
              ],
              [
                'Held, flagged',
                <AppLink key="held" to="/quality" search={{ fact }}>
                  {counts === undefined ? 'none' : `${counts.held}, ${counts.flagged}`}
                </AppLink>,
              ],
              [
                'Revisions',
                <AppLink key="revisions" to="/revisions" search={{ fact }}>
                  look
                </AppLink>,
              ],
            ]}
          />
        )
      }}
    </Block>
  )
}
