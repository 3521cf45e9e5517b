import { useMemo } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import type { ProtocolNames } from './series-page.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly slug: string
}

/** Names of protocols, for facts that hold ids. */
export function useProtocolNames(): ProtocolNames {
  const { data } = useAnswer<readonly Named[]>('/protocols', { fields: 'id,name,slug' })
  return useMemo(() => new Map((data?.body ?? []).map((one) => [one.id, one])), [data])
}
