import type { Endpoint, OpenApiDocument, Parameter } from './open-api-document.ts'

/** Values that the reader must fill in are in braces. */
export function curlExample(
  { method, path, operation }: Endpoint,
  document: OpenApiDocument,
  known: Readonly<Record<string, string>> = {},
): string {
  const origin = document.servers?.[0]?.url ?? '{origin}'
  const parameters = operation.parameters ?? []
  const filled = path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    return parameter === undefined ? placeholder : exampleOf(parameter, known)
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => `${parameter.name}=${exampleOf(parameter, known)}`)
  const address = [`${origin.replace(/\/$/, '')}${filled}`, query.join('&')].filter((part) => part !== '')
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `
  return [
    `curl ${verb}'${address.join('?')}'`,
    ...(operation.security === undefined ? [] : ["-H 'Authorization: Bearer {token}'"]),
    ...bodyOf({ method, path, operation }),
  ].join(' \\\n  ')
}

function bodyOf({ operation }: Endpoint): string[] {
  const example = operation.requestBody?.content?.['application/json']?.example
  if (example === undefined) return []
  return ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`]
}

function exampleOf({ name, schema }: Parameter, values: Readonly<Record<string, string>>): string {
  const options =
    schema?.enum ?? (schema?.anyOf ?? schema?.oneOf)?.flatMap((option) => option.const ?? option.enum ?? [])
  const known = values[name] ?? schema?.examples?.[0] ?? schema?.default ?? options?.[0]
  return known === undefined ? `{${name}}` : encodeURIComponent(String(known))
}
