/**
 * Signs that are legal where they stand and easier to read as they are: coin ids hold colons, lists
 * hold commas.
 */
const encode = (text) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',')

/** Turns the filled form into a request; the key is added when it is sent. */
export function buildRequest({ method, path, parameters }, { values, body, origin }) {
  const filledValue = ({ name, in: place }) => values[`${place} ${name}`] ?? ''
  const filledPath = path.replaceAll(
    /\{([^}]+)\}/g,
    (whole, name) => encode(values[`path ${name}`] ?? '') || whole,
  )
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && filledValue(parameter) !== '')
    .map((parameter) => queryText(parameter, filledValue(parameter)))
  return {
    method,
    url: `${origin}${filledPath}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    body: body || undefined,
    missing: parameters.filter((parameter) => parameter.required && filledValue(parameter) === ''),
    values: parameters
      .filter((parameter) => filledValue(parameter) !== '')
      .map((parameter) => [parameter.name, typedValue(parameter, filledValue(parameter))]),
  }
}

/** Parameters of any name are written as they stand in an address: `a=1&b=2`. */
function queryText({ name, type }, value) {
  if (type !== 'object') return `${encodeURIComponent(name)}=${encode(value)}`
  return Object.entries(membersOf(value))
    .map(([member, text]) => `${encodeURIComponent(member)}=${encode(text)}`)
    .join('&')
}

const membersOf = (value) => Object.fromEntries(new URLSearchParams(value))

/** The value as a program writes it; what is no number is left to the service to refuse. */
function typedValue({ type }, value) {
  if (type === 'object') return membersOf(value)
  if (type === 'boolean') return value === 'true'
  const isNumber = (type === 'integer' || type === 'number') && Number.isFinite(Number(value))
  return isNumber ? Number(value) : value
}
