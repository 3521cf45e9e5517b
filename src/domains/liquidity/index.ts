import type { Domain } from '../domain.ts'

export const liquidity: Domain = { name: 'liquidity', facts: [], routes: [] }
