import {
  AlmanacApiError,
  AlmanacConnectionError,
  AlmanacTimeoutError,
} from '../../packages/client/src/index.ts'
import { ToolError } from './tool.ts'

/** What went wrong, and what an agent can do about it. */
interface Failure {
  readonly error: string
  readonly message: string
  readonly suggestions?: readonly string[]
  readonly whatToDo: string
}

const REMEDIES: Readonly<Record<string, string>> = {
  not_found: 'Find the right id with `search`, or take one of the suggestions.',
  invalid_parameter: 'Correct the parameter that the message names.',
  missing_key:
    'This question needs an API key: set ALMANAC_MCP_KEY for `almanac mcp`, or the header X-API-Key for /mcp.',
  invalid_key: 'The API key is not accepted. Ask the person who runs the service for another.',
  credits_exhausted: 'The credits of the month are spent. Tell the user; do not retry.',
  rate_limited: 'Wait as long as the message says, then ask again, with fewer calls.',
}
const UNAVAILABLE = 'The service cannot answer now. Ask again in a minute.'

export function describeFailure(error: unknown): Failure {
  if (error instanceof ToolError)
    return { error: 'invalid_input', message: error.message, whatToDo: 'Ask again differently.' }
  if (error instanceof AlmanacApiError) {
    const { code, message, suggestions } = error
    const near = suggestions.length === 0 ? {} : { suggestions }
    return { error: code, message, ...near, whatToDo: REMEDIES[code] ?? UNAVAILABLE }
  }
  const isUnanswered =
    error instanceof AlmanacTimeoutError || error instanceof AlmanacConnectionError
  const message = isUnanswered ? error.message : 'The response could not be made.'
  return { error: 'unavailable', message, whatToDo: UNAVAILABLE }
}
