import { request, useOperation, useRequest } from '../../api/request.ts'
import { LineChart, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip, usd } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { hostOf } from '../../lib/host-of.ts'
import { percentOf } from '../../lib/sums.ts'
import { choice, tableKeys } from '../../lib/view-state.ts'
import { dayText, grouped, inUnit } from '../../lib/writing.ts'
import { AppLink, ExternalLink } from '../../page/app-link.tsx'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { allTime, type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { defineTable } from '../../page/table-section.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'
import { pricePoints } from '../coins/coin-rows.ts'
import { eventText, type Schedule, scheduleSeries, unlockedAt } from './day-events.ts'

const keys = {
  ...seriesKeys,
  by: choice(['cumulative', 'month'], 'cumulative', {
    label: 'Count',
    names: { cumulative: 'in all', month: 'each month' },
  }),
  ...tableKeys('-at'),
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
      <DetailHead
        of="/unlocks"
        title={schedule?.name ?? token}
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
          tools={<ViewSegments view={view} id="by" of={keys.by} />}
        />
        <Block title="Allocation" asked={asked} shape={{ rows: 6 }}>
          {({ body }) => <Allocation body={body} />}
        </Block>
      </div>
      <TableBlock {...events} asked={asked} view={view} />
      {schedule !== undefined && <TokenPrice token={schedule.metadata.token} view={view} />}
    </>
  )
}

function Sources({ all }: { all: readonly string[] }) {
  return all.map((source) => (
    <span key={source}>
      <ExternalLink href={source}>{hostOf(source)}</ExternalLink>{' '}
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
        ['Final supply', metadata.total === null ? null : grouped(metadata.total, 0)],
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

/** How much is out, and what comes next at the price of today. */
function UnlockFigures(props: { schedule: Schedule['body'] | undefined; isLoading: boolean }) {
  const { schedule, isLoading } = props
  const nowSec = Math.floor(Date.now() / 1000)
  const token = schedule?.metadata.token
  const asked = useOperation('getCurrentPrices', token === undefined ? null : { coins: token })
  const price = token === undefined ? null : (asked.data?.body.coins[token]?.price ?? null)
  const unlocked = schedule && unlockedAt(schedule.documentedData.data, nowSec)
  const total = schedule?.metadata.total ?? null
  const next = schedule?.metadata.events.find(
    ({ timestamp, unlockType }) => timestamp > nowSec && unlockType === 'cliff',
  )
  const tokens = next?.noOfTokens.at(-1)
  return (
    <FigureStrip
      items={[
        { name: 'Unlocked', value: unlocked, isLoading },
        {
          name: 'Unlocked, %',
          value: percentOf(unlocked, total),
          isLoading,
        },
        {
          name: 'Next at once, tokens',
          value: tokens,
          isLoading,
          note: next === undefined ? '' : dayText(next.timestamp),
        },
        usd('Its value today', tokens === undefined || price === null ? null : tokens * price, {
          isLoading: asked.isLoading,
          note: "at today's price",
        }),
        usd('Price', price, { isLoading: asked.isLoading }),
      ]}
    />
  )
}

const write = { tokens: (value: number) => grouped(value, 0), day: dayText }

/** Every event of a schedule. */
const events = defineTable<Schedule, ReturnType<typeof eventRows>[number]>({
  title: 'Events',
  rowsOf: eventRows,
  keyOf: ({ key }) => key,
  empty: 'No events recorded.',
  columns: [
    column('text', 'what', 'What', (row) => eventText(row, write), MAIN),
    column('day', 'at', 'Date', 'timestamp', MAIN),
    column('count', 'tokens', 'Tokens', 'tokens', MAIN),
    column('percent', 'share', 'Of the supply', 'share', {
      describe: 'Of the final supply; per week for linear unlocks',
    }),
    column('text', 'kind', 'Kind', 'unlockType'),
    column('text', 'receiver', 'Receiver', 'category'),
  ],
})

function eventRows({ body: { metadata } }: Schedule) {
  return metadata.events.map((event, index) => {
    const tokens = event.noOfTokens.at(-1) ?? null
    return { ...event, key: String(index), tokens, share: percentOf(tokens, metadata.total) }
  })
}

// The service gives no more points of a price at once.
const MAX_DAYS = 500

/** The price of the token that unlocks. */
const TokenPrice = ({ token, view }: { token: string; view: SeriesView }) => (
  <LineChart
    title="Price of the token"
    {...request('getPriceChartOrPoolChart', { coinsOrPool: token, period: '1d', span: MAX_DAYS })}
    height={160}
    view={view}
    marksOf={() => ({ fact: 'prices', key: { coin: token } })}
    pointsOf={pricePoints}
    name="Price"
  />
)
