import type { Domain } from '../domain.ts'

export const stablecoins: Domain = { name: 'stablecoins', facts: [], routes: [] }
