import { useMemo } from 'react'
import { useOperation } from '../../api/request.ts'
import type { ProtocolNames } from './series-page.ts'

/** Names of protocols, for facts that hold ids. */
export function useProtocolNames(): ProtocolNames {
  const { data } = useOperation('listProtocols', { fields: 'id,name,slug' })
  return useMemo(() => new Map((data?.body ?? []).map((one) => [one.id, one])), [data])
}
