import type { Domain } from '../domain.ts'

export const etfs: Domain = { name: 'etfs', facts: [], routes: [] }
