import type { Domain } from '../domain.ts'

export const rwa: Domain = { name: 'rwa', facts: [], routes: [] }
