import { useMemo } from 'react'
import type { ApiError } from '../../api/ask.ts'
import { useRequest } from '../../api/use-operation.ts'
import { align } from '../../lib/series.ts'
import type { ChartData } from './prepare.ts'
import type { NamedPoints } from './series-block.tsx'
import { earlierMoment } from './shape.ts'

export interface Earlier {
  readonly data: ChartData | null
  readonly error: ApiError | null
}

/** The same answer as it was known at the moment of `vs=asOf:<time>`. */
export function useEarlier<T>(
  address: string,
  vs: string,
  seriesOf: ((body: T) => readonly NamedPoints[]) | undefined,
): Earlier {
  const moment = earlierMoment(vs)
  const [path = '', query = ''] = address.split('?', 2)
  const asked = useRequest<T>(
    moment === null || seriesOf === undefined
      ? null
      : { path, query: { ...Object.fromEntries(new URLSearchParams(query)), asOf: moment } },
    { knowsPast: false },
  )
  const body = moment === null ? undefined : asked.data?.body
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare their rule once
  const data = useMemo(
    () => (body === undefined || seriesOf === undefined ? null : align(seriesOf(body))),
    [body],
  )
  return { data, error: moment === null ? null : asked.error }
}
