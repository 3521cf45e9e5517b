import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { askOperator } from '../../api/ask.ts'
import type { AlmanacError } from '../../api/client.ts'
import {
  type OperationId,
  operationPath,
  type ParametersOf,
  type ResponseOf,
} from '../../api/operations.ts'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { ChoiceField } from '../../blocks/filters/fields.tsx'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { align } from '../../lib/series.ts'
import { daysUpTo, usesByOperation } from './key-uses.ts'

/** Asks with an operator's key; what it answers is not kept when the page is left. */
export function useOperator<Id extends OperationId>(
  operator: string,
  id: Id,
  parameters: ParametersOf<Id>,
) {
  return useQuery<ResponseOf<Id>, AlmanacError>({
    queryKey: ['keys', operator, id, parameters],
    queryFn: () => askOperator(operator, id, parameters),
    retry: false,
    gcTime: 0,
  })
}

const MAX_SERIES = 8
const USE_DAYS = 30

/** Requests of 30 days by operation, of one key or all. */
export function KeyUse(props: { operator: string; keys: readonly { readonly name: string }[] }) {
  const { operator, keys } = props
  const [name, setName] = useState('')
  const asked = useOperator(operator, 'getKeyUsage', name === '' ? {} : { key: name })
  const uses = asked.data?.uses
  const data = useMemo(
    () => align(usesByOperation(uses ?? [], daysUpTo(Date.now(), USE_DAYS))),
    [uses],
  )
  return (
    <>
      <header className="section-head">
        <h2>Use of 30 days by operation</h2>
        <span className="note">requests a day</span>
      </header>
      <div className="filters">
        <ChoiceField
          label="Key"
          all="All keys"
          options={[...new Set(keys.map((key) => key.name))]}
          value={name}
          onChange={setName}
        />
      </div>
      {asked.error !== null && <Refusal error={asked.error} onRetry={() => void asked.refetch()} />}
      {uses !== undefined &&
        (uses.length === 0 ? (
          <p className="empty">No request was counted.</p>
        ) : (
          <TimeChart
            label="Requests a day"
            data={data}
            kind="stack"
            range="all"
            maxSeries={MAX_SERIES}
            height={240}
            path={operationPath('getKeyUsage', {})}
          />
        ))}
    </>
  )
}
