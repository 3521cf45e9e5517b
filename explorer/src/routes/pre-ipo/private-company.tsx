import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { shortText } from '../../lib/numbers.ts'
import { toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'

type Data<T> = { readonly data: T }

interface Summary {
  readonly name: string
  readonly sector: string | null
  readonly summary: string | null
  readonly latestEstimatedValuation: number | null
  readonly lastValuationDate: string | null
}

interface Raise {
  readonly date: string
  readonly amountRaised: number | null
  readonly valuation: number | null
  readonly series: string | null
}

interface Markets {
  readonly perps: readonly Record<string, unknown>[]
  readonly tokenIssuers: readonly Record<string, unknown>[]
}

/** One private company: estimates by month, its rounds, where it is traded. */
export function PrivateCompany() {
  const company = useParam('company')
  const view = useView(seriesKeys)
  const query = { company }
  const asked = useAnswer<Data<Summary>>('/pre-ipo/v1/summary', query)
  const raises = useAnswer<Data<readonly Raise[]>>('/pre-ipo/v1/raises', query)
  const markets = useAnswer<Data<Markets>>('/pre-ipo/v1/integrations', query)
  const summary = asked.data?.body.data
  const rounds = raises.data?.body.data ?? []
  return (
    <>
      <PageHead
        title={summary?.name ?? company}
        note={summary?.sector}
        crumb={<AppLink to="/pre-ipo">Pre-IPO</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Estimated value',
            value: summary?.latestEstimatedValuation,
            sign: '$',
            isLoading: asked.isPending,
            note: summary?.lastValuationDate,
          },
          { name: 'Rounds', value: rounds.length, isLoading: raises.isPending },
        ]}
      />
      <SeriesBlock<Data<readonly { date: string; estimatedValuation: number | null }[]>>
        title="Estimates, not trades"
        path="/pre-ipo/v1/valuations"
        query={query}
        kind="line"
        sign="$"
        view={view}
        annotations={rounds.flatMap(({ date, series }) => {
          const sec = toSec(date)
          return sec === null ? [] : [{ sec, text: series ?? 'round' }]
        })}
        seriesOf={({ data }) => [
          {
            name: 'Estimate',
            points: data.map((day) => [toSec(day.date), day.estimatedValuation]),
          },
        ]}
      />
      <div className="columns">
        <Block
          title="Rounds"
          asked={raises}
          shape={{ rows: 4 }}
          empty={{ when: ({ data }) => data.length === 0, say: 'No round is recorded.' }}
        >
          {({ data }) => (
            <Facts
              lines={data.map(({ date, series, amountRaised, valuation }) => [
                `${date} ${series ?? ''}`,
                `${shortText(amountRaised, { sign: '$' })} at ${shortText(valuation, { sign: '$' })}`,
              ])}
            />
          )}
        </Block>
        <Block
          title="Markets"
          asked={markets}
          shape={{ rows: 4 }}
          empty={{
            when: ({ data }) => data.perps.length + data.tokenIssuers.length === 0,
            say: 'It is traded nowhere that is recorded.',
          }}
        >
          {({ data }) => (
            <Facts
              lines={[...data.perps, ...data.tokenIssuers].map((market, index) => [
                String(market.venue ?? market.issuer ?? `Market ${index + 1}`),
                JSON.stringify(market).slice(0, 200),
              ])}
            />
          )}
        </Block>
      </div>
      {summary?.summary != null && <p className="dim">{summary.summary}</p>}
    </>
  )
}
