import type { Domain } from '../domain.ts'

export const bridges: Domain = { name: 'bridges', facts: [], routes: [] }
