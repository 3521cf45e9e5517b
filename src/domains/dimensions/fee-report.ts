import type { RequestContext } from '../../http/route.ts'
import { type Breakdown, breakdownOf } from './derive/breakdown.ts'
import { type Chart, chartOf } from './derive/chart.ts'
import { measure } from './derive/measured.ts'
import type { Member } from './derive/members.ts'
import { withRest } from './derive/with-rest.ts'
import { OTHER_LABEL, readLabelSeries } from './read/labels.ts'
import { methodsState } from './read/methods.ts'
import { metadataOf } from './routes/metadata.ts'
import { getNamed, openView, type View } from './view.ts'

/** One kind of fee figure by day, and by label where its source tells labels apart. */
export interface FeeDays {
  chart: Chart
  labels: Breakdown | undefined
}

/** Everything that is known of the fees of a protocol or parent, up to the last complete day. */
export interface FeeReport {
  /** What is said of it, under the names that clients read. */
  metadata: ReturnType<typeof metadataOf>
  /** Ids of the protocols that make it up, a parent's own id first. */
  ids: string[]
  hasToken: boolean
  byType: Map<string, FeeDays>
}

export async function readFeeReport(
  context: RequestContext,
  text: string,
  dataTypes: readonly string[],
): Promise<FeeReport> {
  const view = await openView(context, 'fees', undefined)
  const named = getNamed(text, view)
  const methods = await context.states.get(methodsState, context.snapshot)
  const family = named.members.map(({ subject }) => subject)
  const ids = family.map(({ id }) => id)
  const byType = new Map<string, FeeDays>()
  for (const dataType of dataTypes) byType.set(dataType, await readDays(context, dataType, ids))
  return {
    metadata: metadataOf(named, measure(named.members, view.lastDay, 'flow'), view, methods),
    ids: [...new Set([...(named.protocol === undefined ? [] : [named.protocol.id]), ...ids])],
    hasToken: [named.protocol, ...family.map(({ protocol }) => protocol)].some(
      (protocol) => (protocol?.tokenCoin ?? null) !== null,
    ),
    byType,
  }
}

async function readDays(
  context: RequestContext,
  dataType: string,
  ids: readonly string[],
): Promise<FeeDays> {
  const view = await openView(context, 'fees', dataType)
  const members = view.members.filter(({ subject }) => ids.includes(subject.id))
  const range = { from: 0, to: view.lastDay }
  const chart = chartOf(
    members.flatMap(({ counted }) => counted),
    range,
  )
  return {
    chart,
    labels: isLabelled(members) ? await readLabels(context, view, ids, chart) : undefined,
  }
}

function isLabelled(members: readonly Member[]): boolean {
  return members.some(({ all }) => all.some((series) => series.isLabelled))
}

/** By label, with what has none under a name of its own, so that the labels add up. */
async function readLabels(
  { snapshot }: RequestContext,
  { type, lastDay }: View,
  ids: readonly string[],
  chart: Chart,
): Promise<Breakdown> {
  const rows = await readLabelSeries(snapshot, type.name, ids)
  const labels = new Map(rows.map(({ label, series }) => [series, label]))
  const parts = breakdownOf([...labels.keys()], (series) => labels.get(series) ?? OTHER_LABEL, {
    from: 0,
    to: lastDay,
  })
  return withRest(chart, parts, OTHER_LABEL)
}
