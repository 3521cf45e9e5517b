/**
 * Signs that are legal where they stand and easier to read as they are: coin ids hold colons, lists
 * hold commas.
 */
const encode = (text) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',')

/**
 * Turns the filled form into a request. The key is no part of it: it is added as a header when the
 * request is sent.
 */
export function buildRequest(operation, { values, body, origin }) {
  const { parameters } = operation
  const filled = parameters.filter((parameter) => filledValue(values, parameter) !== '')
  const path = operation.path.replaceAll(
    /\{([^}]+)\}/g,
    (whole, name) => encode(values[`path ${name}`] ?? '') || whole,
  )
  const query = filled
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => queryPairs(parameter, values))
  return {
    method: operation.method,
    url: `${origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: Object.fromEntries([
      ...filled
        .filter((parameter) => parameter.in === 'header')
        .map((parameter) => [parameter.name, filledValue(values, parameter)]),
      ...(body ? [['Content-Type', operation.body?.type ?? 'application/json']] : []),
    ]),
    body: body || undefined,
    missing: parameters.filter(
      (parameter) => parameter.required && filledValue(values, parameter) === '',
    ),
  }
}

const filledValue = (values, parameter) => values[`${parameter.in} ${parameter.name}`] ?? ''

function queryPairs(parameter, values) {
  const value = filledValue(values, parameter)
  const repeated = parameter.schema?.type === 'array' && parameter.explode !== false
  const parts = repeated ? value.split(',').map((part) => part.trim()) : [value]
  return parts.map((part) => `${encodeURIComponent(parameter.name)}=${encode(part)}`)
}

/**
 * The same request as a shell line; the key stands as a variable, so that the line can be shared.
 */
export function curlLine(request, { withKey }) {
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`
  return [
    'curl',
    request.method === 'GET' ? undefined : `-X ${request.method}`,
    withKey ? '-H "X-API-Key: $ALMANAC_KEY"' : undefined,
    ...Object.entries(request.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    request.body === undefined ? undefined : `--data ${quote(request.body)}`,
    quote(request.url),
  ]
    .filter((part) => part !== undefined)
    .join(' ')
}
