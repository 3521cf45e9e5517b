import type { RequestContext } from '../../../http/route.ts'
import { chains } from '../../registry/public.ts'
import { measure, sumOf } from '../derive/measured.ts'
import { countedInTotals, type Member, onChain } from '../derive/members.ts'
import type { Totals } from '../derive/totals.ts'
import { openView, type View } from '../view.ts'

/**
 * Totals of another kind of figure than the one asked for: of everybody, and of what counts
 * together.
 */
export async function totalsById(
  context: RequestContext,
  asked: { metric: string; dataType: string; chain: string | undefined },
): Promise<{ byId: Map<string, Totals>; sum: Totals }> {
  const view = await openView(context, asked.metric, asked.dataType)
  const members =
    asked.chain === undefined
      ? view.members
      : onChain(view.members, chains.find(asked.chain)?.key ?? asked.chain)
  const measured = measure(members, view.lastDay, view.type.kind)
  const inTotals = new Set(countedInTotals(members))
  return {
    byId: new Map(measured.map(({ member, totals }) => [member.subject.id, totals])),
    sum: sumOf(measured.filter(({ member }) => inTotals.has(member))),
  }
}

/** The members of another kind of figure that are the same protocols. */
export async function membersAlike(
  context: RequestContext,
  { metric }: View,
  dataType: string,
  ids: ReadonlySet<string>,
): Promise<{ view: View; members: Member[] }> {
  const view = await openView(context, metric.name, dataType)
  return { view, members: view.members.filter(({ subject }) => ids.has(subject.id)) }
}
