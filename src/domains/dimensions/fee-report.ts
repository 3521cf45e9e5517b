import type { RequestContext } from '../../http/route.ts'
import { type Breakdown, breakdownOf, type Chart, chartOf, withRest } from './derive/chart.ts'
import { measure, sumOf } from './derive/measured.ts'
import type { Member } from './derive/members.ts'
import type { Totals } from './derive/totals.ts'
import { selectProtocol } from './member-selection.ts'
import { getDataType } from './metrics.ts'
import { ofType, openMetric, readMembers } from './read/members.ts'
import { methodsState } from './read/methods.ts'
import { OTHER_LABEL, readLabelSeries } from './read/series.ts'
import { metadataOf } from './routes/metadata.ts'

/** One kind of fee figure by day, and by label where its source tells labels apart. */
export interface FeeDays {
  chart: Chart
  labels: Breakdown | undefined
}

/** All that is known of the fees of a protocol or parent up to D; a parent's own id comes first. */
export async function readFeeReport(
  context: RequestContext,
  text: string,
  dataTypes: readonly string[],
) {
  const request = await openMetric(context, 'fees', undefined)
  const types = dataTypes.map((name) => getDataType(request.metric, name))
  const selected = await selectProtocol(context, request, text, [
    ...new Set([request.type, ...types]),
  ])
  const { protocol, members } = selected
  const methods = await context.states.get(methodsState, context.snapshot)
  const family = members.map(({ subject }) => subject)
  const ids = family.map(({ id }) => id)
  const byType = new Map<string, FeeDays>()
  for (const { name } of types) {
    const own = ofType(selected.byType, name).filter(({ subject }) => ids.includes(subject.id))
    byType.set(name, await readDays(context, name, own, request.lastDay))
  }
  const measured = members.map((member) => measure(member, request.lastDay, 'flow'))
  return {
    metadata: metadataOf(selected, measured, request, methods),
    ids: [...new Set([...(protocol === undefined ? [] : [protocol.id]), ...ids])],
    hasToken: [protocol, ...family.map((subject) => subject.protocol)].some(
      (one) => (one?.tokenCoin ?? null) !== null,
    ),
    byType,
  }
}

async function readDays(
  { snapshot }: RequestContext,
  dataType: string,
  members: readonly Member[],
  lastDay: number,
): Promise<FeeDays> {
  const days = { from: 0, to: lastDay }
  const chart = chartOf(
    members.flatMap(({ counted }) => counted),
    days,
  )
  if (!members.some(({ all }) => all.some(({ isLabelled }) => isLabelled)))
    return { chart, labels: undefined }
  const ids = members.map(({ subject }) => subject.id)
  const labels = await readLabelSeries(snapshot, dataType, ids)
  return { chart, labels: withRest(chart, breakdownOf(labels, days), OTHER_LABEL) }
}

/** The windows of one kind of fee figure of some protocols together, as in the overview. */
export async function readFeeTotals(
  context: RequestContext,
  dataType: string,
  protocols: readonly string[],
): Promise<Totals> {
  const request = await openMetric(context, 'fees', dataType)
  const members = await readMembers(context, request, { protocols })
  return sumOf(members.map((member) => measure(member, request.lastDay, request.type.kind)))
}
