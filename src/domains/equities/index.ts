import type { Domain } from '../domain.ts'

export const equities: Domain = { name: 'equities', facts: [], routes: [] }
