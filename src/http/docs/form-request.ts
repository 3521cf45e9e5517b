import type { DescribedForm } from './describe-form.ts'
import type { Form } from './entries.ts'
import { exampleText, listSamples, type Sample, typedValue } from './samples.ts'
import { flatten } from './schema.ts'

/** The samples of the examples of what is required. */
export function exampleSamples(
  { method, paths: [{ root, path }], client, endpoint }: Form,
  { parameters, body, resolve }: DescribedForm,
  { origin, statement }: { readonly origin: string; readonly statement: string | undefined },
): Sample[] {
  const required = parameters
    .filter((parameter) => parameter.required)
    .map(({ name, in: place, schema, example }) => {
      const { type } = flatten(schema, resolve)
      return { name, place, type: String(type), text: exampleText(example) }
    })
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    encode(required.find((one) => one.place === 'path' && one.name === name)?.text ?? whole),
  )
  const query = required
    .filter(({ place }) => place === 'query')
    .map(({ name, text }) => `${encodeURIComponent(name)}=${encode(text)}`)
  const request = {
    method,
    url: [`${origin}${filled}`, ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
    body: body && JSON.stringify(body.example, null, 2),
    values: required.map(({ name, type, text }) => [name, typedValue(type, text)] as const),
  }
  const { kind } = endpoint.routes[0]
  return listSamples(request, { origin, needsKey: root === 'pro', kind, client, statement })
}

/** Legal where they stand and easier to read: coin ids hold colons, lists hold commas. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',')
}
