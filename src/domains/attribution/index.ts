import type { Domain } from '../domain.ts'

export const attribution: Domain = { name: 'attribution', facts: [], routes: [] }
