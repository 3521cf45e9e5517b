import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { API_DOCUMENT } from '../../api/api-document.ts'
import { type ApiError, addressOf } from '../../api/ask.ts'
import { askText, type TextAnswer } from '../../api/ask-text.ts'
import { isOperation, operationAddress } from '../../api/operations.ts'
import { serviceUrl } from '../../api/origin.ts'
import { useRequest } from '../../api/use-operation.ts'
import { Block } from '../../blocks/states/block.tsx'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { type Rows, rowsOfNdjson } from '../../lib/rows.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { operationSamples } from './code-samples.ts'
import { OperationForm } from './operation-fields.tsx'
import {
  type FormOperation,
  formOperations,
  pairsOf,
  parametersOf,
  withExamples,
} from './operation-form.ts'
import { type ResultForm, ResultView } from './result-view.tsx'
import { Samples } from './samples.tsx'

export interface OperationQueryProps {
  readonly operation: string
  readonly pairs: readonly string[]
  readonly show: ResultForm
  onShow(show: ResultForm): void
  onAsk(operation: string, pairs: readonly string[]): void
}

/** Any operation of the service by a form that is made from its own description. */
export function OperationQuery(props: OperationQueryProps) {
  const { operation: id, pairs, onAsk } = props
  const document = useRequest(API_DOCUMENT, { knowsPast: false })
  const body = document.data?.body
  const all = useMemo(() => (body === undefined ? [] : formOperations(body)), [body])
  const operation = all.find((one) => one.id === id)
  return (
    <Block asked={document} shape={{ rows: 8 }}>
      {() => (
        <>
          <OperationForm
            key={id}
            all={all}
            operation={operation}
            given={parametersOf(pairs)}
            onChoose={(next) => onAsk(next, [])}
            onAsk={(parameters) => onAsk(id, pairsOf(parameters))}
          />
          {operation === undefined ? (
            <p className="empty">There is no operation {id.slice(0, 60)}.</p>
          ) : (
            <Asked {...props} found={operation} />
          )}
        </>
      )}
    </Block>
  )
}

function Asked({ found, pairs, show, onShow }: OperationQueryProps & { found: FormOperation }) {
  const asOf = useAsOf()
  const parameters = withExamples(found, parametersOf(pairs))
  const request = asOf === null ? parameters : { ...parameters, asOf }
  const hasTable = found.columns.length > 0
  const address = isOperation(found.id) ? operationAddress(found.id, request) : ''
  const asked = useQuery<{ answer: TextAnswer; result: Rows }, ApiError>({
    queryKey: ['query', address],
    queryFn: async () => {
      const answer = await askText(address)
      if (!hasTable) return { answer, result: { columns: [], rows: [] } }
      const flat = await askText(withFormat(address))
      const typeOf = (name: string) => found.columns.find((one) => one.name === name)?.type
      return { answer, result: rowsOfNdjson(flat.text, typeOf) }
    },
    retry: false,
  })
  return (
    <>
      {asked.isPending && <Skeleton shape={AWAITED_TABLE} />}
      {asked.error !== null && <Refusal error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.data !== undefined && (
        <ResultView
          {...asked.data}
          name={found.id}
          show={hasTable ? show : 'json'}
          onShow={onShow}
        />
      )}
      <Samples
        samples={operationSamples({
          origin: serviceUrl,
          address,
          group: found.group,
          operation: found.id,
          parameters: request,
          hasTable,
        })}
      />
    </>
  )
}

function withFormat(address: string): string {
  const [path = '', query] = address.split('?', 2)
  return addressOf(path, { ...Object.fromEntries(new URLSearchParams(query)), format: 'ndjson' })
}
