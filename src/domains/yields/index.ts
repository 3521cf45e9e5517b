import type { Domain } from '../domain.ts'

export const yields: Domain = { name: 'yields', facts: [], routes: [] }
