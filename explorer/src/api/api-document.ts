import type { ApiRequest } from './request.ts'

/** The part of an OpenAPI document that forms are made from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The service's own description; no operation of the contract. */
export const API_DOCUMENT: ApiRequest<ApiDocument> = { path: '/openapi.json', query: {} }
