import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAsOf } from '../page/use-as-of.ts'
import { type Answer, type ApiError, addressOf, ask } from './ask.ts'
import type { AnswerState } from './asked.ts'
import type { ApiRequest } from './request.ts'

export interface Pages<T> {
  /** All pages that were asked as one answer. */
  readonly asked: AnswerState<T>
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  loadMore(): void
}

/** A list that is asked page by page; `join` puts the next page behind those before. */
export function usePages<T>(
  { path, query }: ApiRequest<T>,
  join: (all: T, next: T) => T,
): Pages<T> {
  const asOf = useAsOf()
  const given = asOf === null ? query : { ...query, asOf }
  const address = addressOf(path, given)
  const pages = useInfiniteQuery({
    queryKey: ['answer', address, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask<T>(addressOf(path, pageParam === null ? given : { ...given, cursor: pageParam }), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = pages
  const { isPending, isPlaceholderData } = pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare how they are joined once
  const joined = useMemo((): Answer<T> | undefined => {
    const [first, ...rest] = data?.pages ?? []
    if (first === undefined) return undefined
    return { ...first, body: rest.map(({ body }) => body).reduce(join, first.body) }
  }, [data])
  return {
    asked: {
      data: joined,
      error: error as ApiError | null,
      isPending,
      isPlaceholderData,
      refetch,
    },
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (!isFetchingNextPage) void pages.fetchNextPage()
    },
  }
}
