import { useMemo } from 'react'
import { useAnswer } from '../api/use-answer.ts'

export interface NamedProtocol {
  readonly name: string
  readonly slug: string
  readonly category: string | null
  readonly tvl: number | null
}

/** Protocols by name, for links from answers that only name them. */
export function useProtocols(): ReadonlyMap<string, NamedProtocol> {
  const { data } = useAnswer<readonly NamedProtocol[]>('/protocols', {
    fields: 'name,slug,category,tvl',
  })
  const protocols = data?.body
  return useMemo(
    () => new Map((protocols ?? []).map((protocol) => [protocol.name, protocol])),
    [protocols],
  )
}
