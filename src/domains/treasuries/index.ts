import type { Domain } from '../domain.ts'

export const treasuries: Domain = { name: 'treasuries', facts: [], routes: [] }
