import type { UseQueryResult } from '@tanstack/react-query'
import { createContext } from 'react'
import type { AlmanacError } from './client.ts'

/** A response with what its headers say about it. */
export interface ApiResponse<T> {
  readonly body: T
  /** Path and query that gave it. */
  readonly path: string
  readonly isDemo: boolean
  /** Share of the sources that were due and are in it; null where the service does not say. */
  readonly coverage: number | null
  readonly asOfRun: number | null
  /** Path and query of the next page; null after the last one. */
  readonly nextPath: string | null
  /** Present where there are further rows: how many in all, where the service says so. */
  readonly part?: { readonly totalMatches: number | null }
  readonly receivedMs: number
}

export type QueryResult<T> = UseQueryResult<ApiResponse<T>, AlmanacError>

/** What a section needs to know of a response, asked at once or page by page. */
export type ResponseState<T> = Pick<
  QueryResult<T>,
  'data' | 'error' | 'isPending' | 'isPlaceholderData'
> & {
  refetch(): unknown
}

/** Path of the response that everything within is made from; null outside of a block. */
export const ResponsePath = createContext<string | null>(null)
