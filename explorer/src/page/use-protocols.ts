import { useMemo } from 'react'
import { type BodyOf, request } from '../api/request.ts'
import { useRequest } from '../api/use-operation.ts'

const PROTOCOLS = request('listProtocols', { fields: 'name,slug,category,tvl' })

export type NamedProtocol = BodyOf<typeof PROTOCOLS>[number]

/** Protocols by name, for links from answers that only name them. */
export function useProtocols(): ReadonlyMap<string, NamedProtocol> {
  const { data } = useRequest(PROTOCOLS)
  const protocols = data?.body
  return useMemo(
    () => new Map((protocols ?? []).map((protocol) => [protocol.name, protocol])),
    [protocols],
  )
}
