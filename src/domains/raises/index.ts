import type { Domain } from '../domain.ts'

export const raises: Domain = { name: 'raises', facts: [], routes: [] }
