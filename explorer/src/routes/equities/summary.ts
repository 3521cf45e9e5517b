import type { Body } from '../../api/answers.ts'
/** The figures of a company. */
export type Summary = Body<'getEquitySummary'>
