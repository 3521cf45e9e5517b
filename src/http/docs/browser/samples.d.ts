import type { BuiltRequest } from './request.js'

export interface Sample {
  readonly id: string
  readonly name: string
  readonly text: string
}

export function listSamples(
  request: BuiltRequest,
  options: {
    readonly origin: string
    readonly needsKey: boolean
    readonly kind: string
    readonly client: { readonly group: string; readonly name: string; readonly needsKey: boolean }
    readonly statement: string | undefined
  },
): Sample[]
