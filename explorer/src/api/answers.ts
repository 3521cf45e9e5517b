import type { AnswerOf, OperationId } from './operations.ts'

/** Members that rows only have at times, whether or not `fields` asks for them. */
type Occasional =
  | 'auditLinks'
  | 'chainVolumes'
  | 'lastDay'
  | 'mintRedeemDescription'
  | 'parentProtocolSlug'
  | 'pool2'
  | 'socialHandle'
  | 'spark'
  | 'staking'
  | 'tokens'
  | 'tokensInUsd'
  | 'wiki'

/** The body of an answer to these parameters: `fields` says which members its rows have. */
export type Body<Id extends OperationId, P = unknown> = Id extends OperationId
  ? Whole<Settled<Id, P>, FieldsOf<P>>
  : never

/** What is declared as one of several shapes, where the parameters settle which. */
type Settled<Id extends OperationId, P> = Id extends keyof Shapes<P> ? Shapes<P>[Id] : AnswerOf<Id>

interface Shapes<P> {
  getEmission: { body: Exclude<AnswerOf<'getEmission'>['body'], string> }
  getPriceChanges: Exclude<AnswerOf<'getPriceChanges'>, { coins: Record<string, number> }>
  getRevisions: With<
    AnswerOf<'getRevisions'>[number],
    P extends { groupBy: 'run' } ? 'figures' : 'old'
  >[]
  getRwaChainBreakdown: Numbers<AnswerOf<'getRwaChainBreakdown'>[number]>[]
  listLsdRates: Extract<AnswerOf<'listLsdRates'>, readonly unknown[]>
  listProtocols: With<AnswerOf<'listProtocols'>[number], 'mcap'>[]
}

type With<T, Member extends string> = T extends unknown
  ? Member extends keyof T
    ? T
    : never
  : never

type Numbers<T> = { [Name in keyof T]: Extract<T[Name], number> }

/**
 * A row that `fields` may cut has no member that is required: it has those that were asked for, or
 * all of them.
 */
type Whole<T, Fields extends string = string> = T extends readonly (infer Row)[]
  ? number extends T['length']
    ? Whole<Row, Fields>[]
    : T
  : T extends object
    ? string extends keyof T
      ? T
      : Partial<T> extends T
        ? Cut<T, Fields>
        : { [Name in keyof T]: Whole<T[Name], Fields> }
    : T

type Cut<T, Fields extends string> = {
  [Name in Exclude<keyof T & Fields, Occasional>]-?: Exclude<T[Name], undefined>
} & { [Name in keyof T & Fields & Occasional]?: T[Name] }

/** A line is added by a parameter of its own. */
type FieldsOf<P> = P extends { readonly fields: infer Names extends string }
  ? string extends Names
    ? string
    : Listed<Names> | (P extends { readonly spark: unknown } ? 'spark' : never)
  : string

type Listed<Names extends string> = Names extends `${infer First},${infer Rest}`
  ? First | Listed<Rest>
  : Names
