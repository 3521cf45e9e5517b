import type { Domain } from '../domain.ts'

export const dat: Domain = { name: 'dat', facts: [], routes: [] }
