import { createContext } from 'react'

/** Address of the answer that everything within is made from; null outside of a block. */
export const AnswerAddress = createContext<string | null>(null)
