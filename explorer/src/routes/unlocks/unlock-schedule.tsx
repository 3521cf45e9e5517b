import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { hostOf } from '../../lib/host-of.ts'
import { grouped, inUnit } from '../../lib/numbers.ts'
import { dayText } from '../../lib/times.ts'
import { choice, names, sorting } from '../../lib/view-state.ts'
import { allTime } from '../../page/all-time.ts'
import { AppLink } from '../../page/app-link.tsx'
import { OutwardLink } from '../../page/outward-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { type Schedule, scheduleSeries } from './schedule.ts'
import { TokenPrice } from './token-price.tsx'
import { UnlockEvents } from './unlock-events.tsx'
import { UnlockFigures } from './unlock-figures.tsx'

const WAYS = ['cumulative', 'month'] as const
const keys = {
  ...seriesKeys,
  by: choice(WAYS, 'cumulative'),
  cols: names(),
  sort: sorting('-at'),
}

/** When tokens of a protocol unlock, past and future. */
export function UnlockSchedule() {
  const token = useParam('token')
  const view = useView(keys)
  const { by } = view.state
  const emission = request('getEmission', { protocol: token })
  const asked = useRequest(emission)
  const schedule = asked.data?.body.body
  return (
    <>
      <PageHead
        title={schedule?.name ?? token}
        crumb={<AppLink to="/unlocks">Unlocks</AppLink>}
        ignored={view.ignored}
        actions={
          schedule !== undefined && (
            <AppLink to={`/protocols/${encodeURIComponent(token)}`} className="action">
              Protocol
            </AppLink>
          )
        }
      />
      <UnlockFigures schedule={schedule} isLoading={asked.isPending} />
      <div className="with-side">
        <SeriesBlock
          key={by}
          title={by === 'month' ? 'Unlocked a month, tokens' : 'Unlocked, tokens'}
          {...emission}
          kind={by === 'month' ? 'bar' : 'stack'}
          modes={['abs', 'share']}
          view={allTime(view)}
          height={340}
          annotations={[{ sec: Math.floor(Date.now() / 1000), text: 'today' }]}
          seriesOf={({ body }) => scheduleSeries(body.documentedData.data, by)}
          tools={
            <Segments
              label="Count"
              options={WAYS}
              names={{ cumulative: 'in all', month: 'each month' }}
              value={by}
              onChange={(value) => view.set({ by: value })}
            />
          }
        />
        <Block title="Allocation" asked={asked} shape={{ rows: 6 }}>
          {({ body }) => <Allocation body={body} />}
        </Block>
      </div>
      <UnlockEvents asked={asked} view={view} />
      {schedule !== undefined && <TokenPrice token={schedule.metadata.token} view={view} />}
    </>
  )
}

function Sources({ all }: { all: readonly string[] }) {
  return all.map((source) => (
    <span key={source}>
      <OutwardLink href={source}>{hostOf(source)}</OutwardLink>{' '}
    </span>
  ))
}

/** Who receives the tokens in the end, and where the schedule is told. */
function Allocation({ body }: { body: Schedule['body'] }) {
  const { metadata, documentedData } = body
  return (
    <Facts
      lines={[
        ...Object.entries(documentedData.tokenAllocation.final).map(
          ([receiver, percent]) => [receiver, `${inUnit(percent, 1, 1)}%`] as const,
        ),
        ['Supply in the end', metadata.total === null ? null : grouped(metadata.total, 0)],
        [
          'Incomplete sections',
          metadata.incompleteSections
            ?.map(({ key, lastRecord }) => `${key}, up to ${dayText(lastRecord)}`)
            .join('; '),
        ],
        [
          'Sources',
          metadata.sources.length === 0 ? undefined : (
            <Sources key="sources" all={metadata.sources} />
          ),
        ],
        ['Notes', metadata.notes?.join(' ')],
      ]}
    />
  )
}
