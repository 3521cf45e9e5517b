import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** A response of a tool, as tests look at it. */
export interface ToolResponse {
  isError: boolean
  text: string
  body: {
    asOf: string
    sources: { address: string; run: number | null; body?: object }[]
    omitted?: { list: string; shown: number; of: number; toGetTheRest: string }[]
    data: Record<string, unknown>
    error?: string
    message?: string
    suggestions?: string[]
    whatToDo?: string
  }
}

/** The official client, connected over a transport. */
export async function connectAgent(transport: object): Promise<Client> {
  const agent = new Client({ name: 'test', version: '1' })
  await agent.connect(transport as Transport)
  return agent
}

export function connectOverHttp(baseUrl: string, headers: Record<string, string>): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), {
    requestInit: { headers },
  })
  return connectAgent(transport)
}

export async function callTool(agent: Client, name: string, given: object): Promise<ToolResponse> {
  const { content, isError } = await agent.callTool({ name, arguments: { ...given } })
  const [first] = content as { type: string; text: string }[]
  if (first?.type !== 'text') throw new Error('A tool answers with one text.')
  const body = JSON.parse(first.text) as ToolResponse['body']
  return { isError: isError === true, text: first.text, body }
}
