import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { grouped, MISSING } from '../../lib/numbers.ts'
import { dayText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import type { UnlockEvent } from './unlocks.tsx'

interface Schedule {
  readonly body: {
    readonly documentedData: {
      readonly data: readonly {
        readonly label: string
        readonly data: readonly { timestamp: number; unlocked: number | null }[]
      }[]
      readonly tokenAllocation: { readonly final: Readonly<Record<string, number>> }
    }
    readonly metadata: {
      readonly events: readonly UnlockEvent[]
      readonly sources: readonly string[]
      readonly notes?: readonly string[]
    }
    readonly name: string
  }
}

const MAX_EVENTS = 60

/** When tokens of a protocol unlock, past and future. */
export function UnlockSchedule() {
  const token = useParam('token')
  const view = useView(seriesKeys)
  const path = `/api/emission/${encodeURIComponent(token)}`
  const asked = useAnswer<Schedule>(path)
  const name = asked.data?.body.body.name
  return (
    <>
      <PageHead
        title={name ?? token}
        crumb={<AppLink to="/unlocks">Unlocks</AppLink>}
        ignored={view.ignored}
      />
      <SeriesBlock<Schedule>
        title="Unlocked, tokens"
        path={path}
        kind="stack"
        modes={['abs', 'share']}
        view={{ ...view, state: { ...view.state, range: 'all' } }}
        height={340}
        annotations={[{ sec: Math.floor(Date.now() / 1000), text: 'today' }]}
        seriesOf={({ body }) =>
          body.documentedData.data.map(({ label, data }) => ({
            name: label,
            points: data.map(({ timestamp, unlocked }) => [timestamp, unlocked]),
          }))
        }
      />
      <div className="columns">
        <Block title="Events" asked={asked} shape={{ rows: 8 }}>
          {({ body }) => (
            <Facts
              lines={body.metadata.events
                .slice(0, MAX_EVENTS)
                .map((event, index) => [
                  `${index + 1}. ${dayText(event.timestamp)}`,
                  `${tokensText(event.noOfTokens.at(-1))} tokens, ${event.category ?? 'all'}, ${event.unlockType ?? ''}`,
                ])}
            />
          )}
        </Block>
        <Block title="Sources" asked={asked} shape={{ rows: 3 }}>
          {({ body }) => (
            <Facts
              lines={[
                ['Sources', body.metadata.sources.join(', ')],
                ['Notes', body.metadata.notes?.join(' ')],
                ...Object.entries(body.documentedData.tokenAllocation.final).map(
                  ([receiver, percent]) => [receiver, `${percent}%`] as const,
                ),
              ]}
            />
          )}
        </Block>
      </div>
    </>
  )
}

function tokensText(tokens: number | undefined): string {
  return tokens === undefined ? MISSING : grouped(tokens, 0)
}
