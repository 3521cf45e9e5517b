import type { Domain } from '../domain.ts'

export const unlocks: Domain = { name: 'unlocks', facts: [], routes: [] }
