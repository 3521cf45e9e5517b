export interface FormParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  /** Type of its schema, if it has one. */
  readonly type: string
}

export interface BuiltRequest {
  readonly method: string
  readonly url: string
  readonly body: string | undefined
  readonly missing: readonly FormParameter[]
  /** Names and values of what is filled, as a program writes them. */
  readonly values: readonly (readonly [string, unknown])[]
}

export function buildRequest(
  form: {
    readonly method: string
    readonly path: string
    readonly parameters: readonly FormParameter[]
  },
  filled: {
    /** By place and name: `path coins`, `query start`. */
    readonly values: Readonly<Record<string, string>>
    readonly body: string | undefined
    readonly origin: string
  },
): BuiltRequest
