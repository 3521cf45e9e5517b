import type { Domain } from '../domain.ts'

export const financials: Domain = { name: 'financials', facts: [], routes: [] }
