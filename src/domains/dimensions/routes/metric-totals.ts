import Type from 'typebox'
import { nullable, shape } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import { measure, sumOf, totalsByChain } from '../derive/measured.ts'
import type { Member } from '../derive/members.ts'
import type { View } from '../view.ts'
import { exampleFigures, figuresOf, figuresSchema, withCoverage } from './figures.ts'

/**
 * The totals of a metric without charts and rows; narrower questions add what they were narrowed
 * to.
 */
export function totalsSchema(more: Record<string, Type.TSchema> = {}) {
  return shape({
    chain: nullable(Type.String()),
    allChains: Type.Array(Type.String({ description: 'Display names, largest 24 hours first' })),
    ...figuresSchema,
    ...more,
  })
}

export const categoryMembers = { category: Type.String(), allCategories: Type.Array(Type.String()) }
export const exampleTotals = { chain: null, allChains: ['Ethereum', 'Arbitrum'], ...exampleFigures }
export const exampleCategory = { category: 'Dexs', allCategories: ['Derivatives', 'Dexs'] }

export function metricTotals(
  view: View,
  members: readonly Member[],
  more: Record<string, unknown>,
): unknown {
  const measured = measure(members, view.lastDay, view.type.kind)
  const body = {
    chain: null,
    allChains: totalsByChain(measured).map(([chain]) => chains.nameOf(chain)),
    ...figuresOf(sumOf(measured), view.type.kind, true),
    ...more,
  }
  return withCoverage(body, measured)
}
