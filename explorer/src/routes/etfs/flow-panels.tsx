import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { RANGE_NAMES } from '../../blocks/chart/prepare.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { align } from '../../lib/series.ts'
import type { View } from '../../page/use-view.ts'
import { type AssetFlow, cumulative, flowsByAsset, reportedDays } from './flows.ts'
import type { etfKeys } from './fund.ts'
import './etfs.css'

export type EtfView = Pick<View<typeof etfKeys>, 'state' | 'set'>

const PANEL_HEIGHT = 130

/** Flows by asset about zero, one panel each on one axis of time, or their running sums. */
export function FlowPanels({ view }: { view: EtfView }) {
  const { funds, flows: shown } = view.state
  const asked = useOperation('getEtfFlows', {})
  const all = asked.data?.body
  const flows = useMemo(
    () => (all ?? []).filter(({ aggregator_id }) => funds === 'all' || aggregator_id === funds),
    [all, funds],
  )
  return (
    <Block
      title={shown === 'day' ? 'Flows a day' : 'Flows, summed up'}
      asked={asked}
      shape={AWAITED_TABLE}
      empty={{ when: (body) => body.length === 0, say: 'No flow is recorded.' }}
    >
      {(_, { address }) => (
        <>
          <div className="filters">
            <Segments
              label="Range"
              options={RANGE_NAMES}
              value={view.state.range}
              onChange={(range) => view.set({ range })}
            />
            <Segments
              label="Flows"
              options={['day', 'cumulative']}
              names={{ day: 'a day' }}
              value={shown}
              onChange={(next) => view.set({ flows: next })}
            />
          </div>
          {shown === 'day' ? (
            <Panels flows={flows} view={view} address={address} />
          ) : (
            <Sums flows={flows} view={view} address={address} />
          )}
        </>
      )}
    </Block>
  )
}

interface FlowsProps {
  readonly flows: readonly AssetFlow[]
  readonly view: EtfView
  readonly address: string
}

function Panels({ flows, view, address }: FlowsProps) {
  const { times, series } = useMemo(() => align(flowsByAsset(flows)), [flows])
  const panels = useMemo(
    () => series.map((one) => ({ name: one.name, data: { times, series: [one] } })),
    [times, series],
  )
  return panels.map(({ name, data }) => (
    <section key={name} aria-label={name}>
      <h3 className="panel-name">
        {name} <small>{reportNote(flows, name)}</small>
      </h3>
      <TimeChart
        label={`Flows of ${name}`}
        data={data}
        kind="bar"
        range={view.state.range}
        sign="$"
        height={PANEL_HEIGHT}
        address={address}
      />
    </section>
  ))
}

function reportNote(flows: readonly AssetFlow[], asset: string): string {
  const { days, partial } = reportedDays(flows, asset)
  return partial === 0 ? '' : `at least one fund did not report on ${partial} of ${days} days`
}

function Sums({ flows, view, address }: FlowsProps) {
  const data = useMemo(() => align(cumulative(flowsByAsset(flows))), [flows])
  return (
    <TimeChart
      label="Flows, summed up"
      data={data}
      kind="line"
      range={view.state.range}
      sign="$"
      height={240}
      address={address}
    />
  )
}
