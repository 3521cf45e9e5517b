import type { Body } from '../../api/answers.ts'

/** A treasury of a protocol, or an entity, and what it holds. */
export type Holder = Body<'listTreasuries'>[number] | Body<'listEntities'>[number]
