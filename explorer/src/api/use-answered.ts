import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { AnswerAddress } from './answer-address.ts'
import type { Answer } from './ask.ts'

/** The answer that the surrounding section is made from; undefined outside of one. */
export function useAnswered(): Answer<unknown> | undefined {
  const address = use(AnswerAddress)
  return useQueryClient().getQueryData(['answer', address])
}
