import type { Domain } from '../domain.ts'

export const dimensions: Domain = { name: 'dimensions', facts: [], routes: [] }
