const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

/** Reads the OpenAPI document this service serves of itself. */
export async function loadDocument(url) {
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The OpenAPI document answered ${response.status}.`)
  return response.json()
}

/**
 * Gives a function that follows local references; words beside a `$ref` (a description, say) win
 * over the target's.
 */
export function createResolver(document) {
  return function resolve(node) {
    let current = node
    for (let step = 0; step < 20 && typeof current?.$ref === 'string'; step++) {
      const { $ref, ...beside } = current
      current = { ...lookUp(document, $ref), ...beside }
    }
    return current
  }
}

function lookUp(document, reference) {
  if (!reference.startsWith('#/')) return {}
  let node = document
  for (const part of reference.slice(2).split('/')) {
    node = node?.[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return node ?? {}
}

/** Every operation of the document, in its order, with what the path gives it already filled in. */
export function listOperations(document, resolve) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const shared = resolve(item)
    return METHODS.filter((method) => shared[method]).flatMap((method) => {
      const servers = shared[method].servers ?? shared.servers ?? document.servers ?? [{ url: '/' }]
      return servers.map((server, index) =>
        toOperation({ resolve, path, shared, method, server, isFirst: index === 0 }),
      )
    })
  })
}

/** Each server of an operation is an address of its own, with its prefix and its root. */
function toOperation({ resolve, path, shared, method, server, isFirst }) {
  const own = shared[method]
  const id = own.operationId ?? `${method} ${path}`
  const root = server['x-root'] ?? own['x-root'] ?? 'free'
  return {
    id: isFirst ? id : `${id}/${root}`,
    method: method.toUpperCase(),
    path: `${server.url.replace(/\/$/, '')}${path}`,
    root,
    tag: own.tags?.[0] ?? 'Other',
    summary: own.summary ?? '',
    description: own.description ?? '',
    deprecated: own.deprecated === true,
    parameters: mergeParameters(shared.parameters, own.parameters, resolve),
    body: toBody(resolve(own.requestBody), resolve),
    responses: toResponses(own.responses, resolve),
  }
}

/** The key has its own box and its own header, so it is no parameter here. */
const isKeyHeader = (parameter) =>
  parameter.in === 'header' && /^(x-api-key|authorization)$/i.test(parameter.name)

function mergeParameters(shared = [], own = [], resolve) {
  const byPlace = new Map(
    [...shared, ...own]
      .map(resolve)
      .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
  )
  return [...byPlace.values()].filter(
    (parameter) => parameter.in !== 'cookie' && !isKeyHeader(parameter),
  )
}

function toBody(body, resolve) {
  if (!body) return undefined
  return {
    required: body.required === true,
    description: body.description ?? '',
    ...pickMedia(body.content, resolve),
  }
}

function toResponses(responses = {}, resolve) {
  return Object.entries(responses).map(([status, response]) => {
    const resolved = resolve(response)
    return {
      status,
      description: resolved.description ?? '',
      ...pickMedia(resolved.content, resolve),
    }
  })
}

function pickMedia(content = {}, resolve) {
  const types = Object.keys(content)
  const type = types.find((name) => name.includes('json')) ?? types[0]
  if (type === undefined) return { type: undefined, schema: undefined, example: undefined }
  const media = content[type]
  const named = Object.values(media.examples ?? {})[0]
  return { type, schema: media.schema, example: media.example ?? resolve(named)?.value }
}

/** Operations by tag: the document's own order of tags first, then the others as they come. */
export function groupByTag(operations, tags = []) {
  const groups = new Map(
    tags.map((tag) => [
      tag.name,
      { name: tag.name, description: tag.description ?? '', operations: [] },
    ]),
  )
  for (const operation of operations) {
    if (!groups.has(operation.tag))
      groups.set(operation.tag, { name: operation.tag, description: '', operations: [] })
    groups.get(operation.tag).operations.push(operation)
  }
  return [...groups.values()].filter((group) => group.operations.length > 0)
}

/**
 * True when every word of the search stands somewhere in the operation's id, path, summary, tag,
 * root or parameters.
 */
export function matchesSearch(operation, search) {
  const { id, method, path, summary, tag, root, parameters } = operation
  const text = [
    id,
    method,
    path,
    summary,
    tag,
    root,
    ...parameters.map((parameter) => parameter.name),
  ]
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
