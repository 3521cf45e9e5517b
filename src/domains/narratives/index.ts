import type { Domain } from '../domain.ts'

export const narratives: Domain = { name: 'narratives', facts: [], routes: [] }
