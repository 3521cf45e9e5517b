import { useMemo } from 'react'
import { type BodyOf, request, useRequest } from '../api/request.ts'

const PROTOCOLS = request('listProtocols', { fields: 'name,slug,category,tvl' })

export type NamedProtocol = BodyOf<typeof PROTOCOLS>[number]

/** Protocols by name, for links from responses that only name them. */
export function useProtocols(): ReadonlyMap<string, NamedProtocol> {
  const { data } = useRequest(PROTOCOLS)
  const protocols = data?.body
  return useMemo(
    () => new Map((protocols ?? []).map((protocol) => [protocol.name, protocol])),
    [protocols],
  )
}
