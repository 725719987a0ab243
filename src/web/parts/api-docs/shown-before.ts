import { type DescribedAnswer, type Endpoint, schemaOf } from './open-api-document.ts'

/** Shorter responses are repeated. */
const WORTH_A_LINK_CHARACTERS = 600

/**
 * Where the fields of a response were already shown: many operations share a response, and the page would be three
 * times as long. Endpoints must be in page order.
 */
export function shownBefore(endpoints: readonly Endpoint[]): ReadonlyMap<DescribedAnswer, Endpoint> {
  const firstWith = new Map<string, Endpoint>()
  const before = new Map<DescribedAnswer, Endpoint>()
  for (const endpoint of endpoints) {
    for (const answer of Object.values(endpoint.operation.responses ?? {})) {
      const schema = JSON.stringify(schemaOf(answer.content) ?? null)
      if (schema.length < WORTH_A_LINK_CHARACTERS) continue
      const first = firstWith.get(schema)
      if (first === undefined) firstWith.set(schema, endpoint)
      else before.set(answer, first)
    }
  }
  return before
}
