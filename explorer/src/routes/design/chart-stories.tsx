import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { useLocalView } from '../../page/use-local-view.ts'
import { DrawnChart } from './drawn-chart.tsx'
import { EXAMPLE_TIMES, flows, HOSTILE_NAMES, waves, withGap } from './example-data.ts'
import { earlierExample, eventExample, markExample } from './note-examples.ts'
import { State, Story } from './story.tsx'

const ADDRESS = '/v2/historicalChainTvl'
const CHAINS = 'Ethereum Solana Base Arbitrum Polygon Avalanche Optimism Sui Near Blast'.split(' ')
const line = waves(['Value locked'])
const several = waves(CHAINS)
const hostile = waves(HOSTILE_NAMES)
const inAndOut = flows(['Fund A', 'Fund B'])
const lacking = withGap(80, 110)
const none = { times: [], series: [] }

/** Charts: kinds, scales, notes, comparisons, and nothing to draw. */
export function ChartStories() {
  const view = useLocalView()
  const common = { address: ADDRESS, height: 180, sign: '$' }
  return (
    <>
      <Story name="Charts">
        <State name="A level, with its options in this page alone">
          <TimeChart {...common} label="Value locked" data={line} kind="line" view={view} />
        </State>
        <State name="A flow">
          <TimeChart {...common} label="Fees a day" data={line} kind="bar" range="90d" />
        </State>
        <State name="Layers that add up">
          <TimeChart {...common} label="By chain" data={several} kind="stack" maxSeries={8} />
        </State>
        <State name="Shares of a sum">
          <TimeChart {...common} label="Shares" data={several} kind="stack" mode="share" />
        </State>
        <State name="In and out">
          <TimeChart {...common} label="Flows" data={inAndOut} kind="bar" range="90d" />
        </State>
        <State name="More lines than colours, as an index">
          <TimeChart {...common} label="Index" data={several} kind="line" mode="index100" />
        </State>
        <State name="Logarithm">
          <TimeChart {...common} label="Logarithm" data={several} kind="line" mode="log" />
        </State>
        <State name="Hostile names">
          <TimeChart {...common} label="Hostile names" data={hostile} kind="line" />
        </State>
        <State name="Nothing to draw">
          <TimeChart {...common} label="Nothing" data={none} kind="line" />
        </State>
      </Story>
      <Story name="Notes on charts">
        <State name="Days without a figure">
          <DrawnChart data={lacking} />
        </State>
        <State name="Revised, held and carried points">
          <DrawnChart data={line} notes={markExample(EXAMPLE_TIMES)} />
        </State>
        <State name="Events, nearer to each other than their words are long">
          <DrawnChart data={line} notes={eventExample(EXAMPLE_TIMES)} />
        </State>
        <State name="Against an earlier state of knowledge">
          <DrawnChart data={line} options={earlierExample(line)} />
        </State>
      </Story>
    </>
  )
}
