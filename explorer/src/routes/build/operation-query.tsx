import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listSamples, tableSamples } from '../../../../src/http/docs/samples.ts'
import { askText, pathFor } from '../../api/ask.ts'
import type { AlmanacError } from '../../api/client.ts'
import { needsKey, operationPath } from '../../api/operations.ts'
import { serviceUrl } from '../../api/origin.ts'
import { API_DOCUMENT, useAsOf, useRequest } from '../../api/request.ts'
import { Block } from '../../blocks/states/block.tsx'
import { OperationForm } from './operation-fields.tsx'
import {
  type FormOperation,
  formOperations,
  pairsOf,
  parametersOf,
  valuesOf,
  withExamples,
} from './operation-form.ts'
import { rowsOfNdjson } from './result-rows.ts'
import { type Answer, type ResultForm, ResultView } from './result-view.tsx'
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
            given={startOf(operation, pairs)}
            onChoose={(next) => onAsk(next, [])}
            onAsk={(parameters) => onAsk(id, pairsOf(parameters))}
          />
          {operation === undefined ? (
            <p className="empty">There is no operation {id.slice(0, 60)}.</p>
          ) : (
            <OperationResult {...props} found={operation} />
          )}
        </>
      )}
    </Block>
  )
}

/** A form starts with the examples of what is required. */
function startOf(operation: FormOperation | undefined, pairs: readonly string[]) {
  const given = parametersOf(pairs)
  return operation === undefined ? given : withExamples(operation, given)
}

function OperationResult(props: OperationQueryProps & { found: FormOperation }) {
  const { found, pairs, show, onShow } = props
  const asOf = useAsOf()
  const given = startOf(found, pairs)
  const { body, ...parameters } = asOf === null ? given : { ...given, asOf }
  const values = valuesOf(found, parameters)
  const hasTable = found.columns.length > 0
  const path = operationPath(found.id, values)
  const asked = useQuery<Answer, AlmanacError>({
    queryKey: ['query', path, body],
    queryFn: async () => {
      const response = await askText(path, found.method, body)
      if (!hasTable) return { response, result: { columns: [], rows: [] } }
      const flat = await askText(withFormat(path), found.method, body)
      const typeOf = (name: string) => found.columns.find((one) => one.name === name)?.type
      return { response, result: rowsOfNdjson(flat.text, typeOf) }
    },
    retry: false,
  })
  const url = `${serviceUrl}${path}`
  const samples = listSamples(
    { method: found.method, url, body, values: Object.entries(values) },
    {
      origin: serviceUrl,
      needsKey: needsKey(found.id),
      kind: found.kind,
      client: { group: found.group, name: found.id, needsKey: false },
    },
  )
  return (
    <>
      <ResultView asked={asked} name={found.id} show={hasTable ? show : 'json'} onShow={onShow} />
      <Samples samples={[...samples, ...(hasTable ? tableSamples(url) : [])]} />
    </>
  )
}

function withFormat(asked: string): string {
  const [path = '', query] = asked.split('?', 2)
  return pathFor(path, { ...Object.fromEntries(new URLSearchParams(query)), format: 'ndjson' })
}
