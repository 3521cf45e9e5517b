import type { Domain } from '../domain.ts'

export const users: Domain = { name: 'users', facts: [], routes: [] }
