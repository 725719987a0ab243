import { type OpenApiDocument, resolved, type Schema } from './open-api-document.ts'

export function typeWords(schema: Schema, document: OpenApiDocument): string {
  const known = resolved(schema, document)
  if (known.const !== undefined) return JSON.stringify(known.const)
  if (known.enum !== undefined) return choice(known.enum.map((value) => JSON.stringify(value)))
  const options = known.anyOf ?? known.oneOf
  if (options !== undefined) return choice(options.map((option) => typeWords(option, document)))
  if (Array.isArray(known.type)) return choice(known.type)
  if (known.type === 'array' && known.items !== undefined)
    return `list of ${typeWords(known.items, document)}`
  return known.type ?? (known.properties === undefined ? 'any' : 'object')
}

function choice(words: string[]) {
  const distinct = [...new Set(words)]
  const last = distinct.pop()
  if (last === undefined) return 'any'
  return distinct.length === 0 ? last : `${distinct.join(', ')} or ${last}`
}

export interface Field {
  name: string
  schema: Schema
  isRequired: boolean
}

export function fieldsOf(schema: Schema, document: OpenApiDocument): Field[] {
  const known = resolved(schema, document)
  const inside = [known.items, ...(known.anyOf ?? []), ...(known.oneOf ?? []), ...(known.allOf ?? [])]
  const own = Object.entries(known.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: known.required?.includes(name) ?? false,
  }))
  return [...own, ...inside.flatMap((each) => (each === undefined ? [] : fieldsOf(each, document)))]
}

export function limitWords(schema: Schema): string | undefined {
  const words = [
    rangeWords(schema),
    schema.maxItems === undefined ? undefined : `at most ${schema.maxItems}`,
    schema.pattern === undefined ? undefined : `matches ${schema.pattern}`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((each) => each !== undefined)
  return words.length === 0 ? undefined : words.join(', ')
}

function rangeWords({ minimum, maximum }: Schema) {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `at least ${minimum}`
  return maximum === undefined ? undefined : `at most ${maximum}`
}
