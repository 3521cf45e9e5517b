import type { Asked } from '../../api/asked.ts'
import type { Annotation } from '../../blocks/chart/notes.ts'
import { ToggleField } from '../../blocks/filters/toggle-field.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { MetricChart, type MetricView } from '../metrics/metric-chart.tsx'
import { metricOf } from '../metrics/metrics.ts'
import { chosenPanels, switchedPanel } from './panels.ts'
import type { ProtocolDetail } from './protocol-detail.ts'
import { ProtocolTvl, type TvlView } from './protocol-tvl.tsx'
import { ProtocolUsers, type UserView } from './protocol-users.tsx'
import type { Recorded } from './recorded.ts'

const HEIGHT = 150

interface PanelView {
  readonly state: { readonly panel: readonly string[] }
  set(changes: PanelView['state']): void
}

/** Charts of what is recorded of a protocol, on one axis of time: which ones, and their order. */
export function ProtocolPanels({
  slug,
  asked,
  recorded: { metrics, hasUsers, isPending },
  view,
  annotations,
}: {
  slug: string
  asked: Asked<ProtocolDetail>
  recorded: Recorded
  view: MetricView & TvlView & UserView & PanelView
  annotations: readonly Annotation[]
}) {
  const id = asked.data?.body.id
  const all = ['tvl', ...metrics, ...(hasUsers ? ['users'] : [])]
  const { panel } = view.state
  const shown = chosenPanels(all, panel)
  // Others may not be known yet, and none may come in before one that is shown.
  const first = panel[0] === undefined || panel[0] === 'tvl' ? ['tvl'] : []
  return (
    <>
      {(isPending ? first : shown).map((name) => {
        if (name === 'tvl') return <ProtocolTvl key={name} {...{ slug, view, annotations }} />
        if (name === 'users')
          return id !== undefined && <ProtocolUsers key={name} id={id} view={view} />
        return (
          <MetricChart
            key={name}
            id={name}
            scope={{ protocol: slug }}
            view={view}
            height={HEIGHT}
            annotations={annotations}
            marksOf={id}
          />
        )
      })}
      {isPending && <Skeleton shape={AWAITED_TABLE} />}
      {!isPending && all.length > 1 && (
        <fieldset className="filters">
          <legend className="for-readers">Panels</legend>
          {all.map((name) => (
            <ToggleField
              key={name}
              value={shown.includes(name)}
              onChange={() => view.set({ panel: switchedPanel(all, panel, name) })}
            >
              {panelName(name)}
            </ToggleField>
          ))}
        </fieldset>
      )}
    </>
  )
}

function panelName(id: string): string {
  if (id === 'tvl') return 'Value locked'
  return id === 'users' ? 'Users' : metricOf(id).name
}
