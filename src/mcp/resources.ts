import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AlmanacApiError, type Client } from '../../packages/client/src/index.ts'
import { toText } from './write-response.ts'

const PREFIX = 'almanac://datasets/'
const mimeType = 'application/json'

export const TEMPLATE = {
  uriTemplate: `${PREFIX}{fact}`,
  name: 'dataset',
  title: 'A dataset',
  description: 'What rows of a fact say: key, time and value columns, number of rows, newest run.',
  mimeType,
}

/** Every fact of the service as a resource. */
export async function listDatasets(client: Client, signal: AbortSignal) {
  const datasets = await askDatasets(client, signal)
  return datasets.map(({ fact, describe, rows }) => ({
    uri: PREFIX + fact,
    name: fact,
    description: `${describe} ${rows.toLocaleString('en')} rows.`,
    mimeType,
  }))
}

export async function readDataset(client: Client, uri: string, signal: AbortSignal) {
  const datasets = await askDatasets(client, signal)
  const dataset = datasets.find(({ fact }) => PREFIX + fact === uri)
  if (dataset === undefined)
    throw new McpError(ErrorCode.InvalidParams, 'No such resource; resources/list names all.')
  return { uri, mimeType, text: toText(dataset) }
}

async function askDatasets(client: Client, signal: AbortSignal) {
  try {
    return await client.meta.getDatasets({}, { signal })
  } catch (error) {
    const message = error instanceof AlmanacApiError ? error.message : 'The service is not there.'
    throw new McpError(ErrorCode.InternalError, message)
  }
}
