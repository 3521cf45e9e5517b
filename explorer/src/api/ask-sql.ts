import { askText, type TextAnswer } from './ask-text.ts'
import type { AnswerOf } from './operations.ts'

export interface SqlAnswer {
  readonly answer: TextAnswer
  readonly result: AnswerOf<'postSql'>
}

/** Runs one SELECT; throws an `ApiError` that says why not. */
export async function askSql(query: string, asOf: string | null): Promise<SqlAnswer> {
  const answer = await askText('/sql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(asOf === null ? { query } : { query, asOf }),
  })
  return { answer, result: JSON.parse(answer.text) as AnswerOf<'postSql'> }
}
