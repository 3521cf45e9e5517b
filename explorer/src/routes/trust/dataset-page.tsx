import { serviceUrl } from '../../api/origin.ts'
import { useAsOf, useOperation } from '../../api/request.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { keyText, qualityText, valuesText } from '../../blocks/figure/origin.ts'
import { Block } from '../../blocks/states/block.tsx'
import { Command } from '../../blocks/states/command.tsx'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { ageText, grouped, utcText } from '../../lib/writing.ts'
import { AppLink, link } from '../../page/app-link.tsx'
import { PageHead, useParam } from '../../page/page-head.tsx'
import { Section } from '../../page/section.tsx'
import { type Dataset, type FactRow, shapeOf, shapeRows, versionRows } from './dataset-shape.ts'

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
            exports={{
              name: `${fact} columns`,
              rows: () => (dataset === undefined ? NO_ROWS : shapeRows(dataset)),
            }}
            shape={AWAITED_TABLE}
            empty={{ when: () => dataset === undefined, say: 'Unknown fact.' }}
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
            exports={{
              name: `${fact} newest rows`,
              rows: () => versionRows(rows.data?.body.rows ?? []),
            }}
            shape={{ rows: MAX_ROWS }}
            empty={{ when: (body) => body.rows.length === 0, say: 'No rows yet.' }}
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
        return (
          <Facts
            lines={[
              ['Rows', rows === undefined ? undefined : grouped(rows, 0)],
              ['Newest point', age?.newestPoint == null ? null : utcText(age.newestPoint)],
              ['Age', ageText(age?.ageSeconds)],
              ['Expected every', ageText(age?.expectedSeconds)],
              ['Last run', age?.lastRun == null ? null : link(`/runs/${age.lastRun}`, age.lastRun)],
              [
                'Held, flagged',
                link(
                  '/quality',
                  counts === undefined ? 'none' : `${counts.held}, ${counts.flagged}`,
                  { fact },
                ),
              ],
              ['Revisions', link('/revisions', 'show', { fact })],
            ]}
          />
        )
      }}
    </Block>
  )
}

/** Columns of a fact with their types and meanings. */
function DatasetColumns({ dataset }: { dataset: Dataset }) {
  return (
    <PlainTable label="Columns" heads={['Column', 'Type', 'What it says']} isWrapping>
      {shapeOf(dataset).map(({ name, type, nullable, describe, part }) => (
        <tr key={name}>
          <td className="left">
            <code>{name}</code> {part !== 'value' && <span className="faint">{part}</span>}
          </td>
          <td className="left">
            {type}
            {nullable && <span className="faint"> or null</span>}
          </td>
          <td className="left">{describe}</td>
        </tr>
      ))}
    </PlainTable>
  )
}

const HEADS = ['Key', 'Of', 'Says', 'Quality', 'Run']

/** Rows of a fact, each version a line; those that are not served any more are faint. */
function VersionTable({ rows }: { rows: readonly FactRow[] }) {
  return (
    <PlainTable label="Rows" heads={HEADS}>
      {rows.flatMap((row) =>
        row.versions.map(({ values, quality, run, isCurrent }) => (
          <tr
            key={`${keyText(row.key)} ${row.atSec} ${run}`}
            className={isCurrent ? undefined : 'faint'}
          >
            <td className="left">{keyText(row.key)}</td>
            <td className="left">{utcText(row.atSec, '—')}</td>
            <td className="left">{valuesText(values)}</td>
            <td className="left">{isCurrent ? qualityText(quality) : 'replaced'}</td>
            <td className="left">
              <AppLink to={`/runs/${run}`}>{run}</AppLink>
            </td>
          </tr>
        )),
      )}
    </PlainTable>
  )
}

const FORMATS = ['csv', 'ndjson', 'parquet']

/** A fact as files, as of that time that is shown. */
export function FactFiles({ fact }: { fact: string }) {
  const asOf = useAsOf()
  const timestamp = asOf === null ? '' : `&asOf=${encodeURIComponent(asOf)}`
  const path = `${serviceUrl}/meta/export/${encodeURIComponent(fact)}`
  return FORMATS.map((format) => (
    <a key={format} className="action" href={`${path}?format=${format}${timestamp}`} download>
      {format}
    </a>
  ))
}

/** How to take a fact away: files and the commands. */
function TakeAway({ fact }: { fact: string }) {
  return (
    <Section title="Download" actions={<FactFiles fact={fact} />}>
      <Command>{`almanac export ${fact} -o ${fact}.parquet`}</Command>
      <Command>{`almanac sql "SELECT * FROM ${fact} LIMIT 10"`}</Command>
    </Section>
  )
}
