import type { Domain } from '../domain.ts'

export const hacks: Domain = { name: 'hacks', facts: [], routes: [] }
