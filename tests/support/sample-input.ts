/** The part of JSON Schema that call descriptions use. */
interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  minLength?: number
  format?: string
  minimum?: number
}

/** A path into a body, such as `['channel', 'address']`. */
export type InputPath = readonly (string | number)[]

const SAMPLES: Record<string, string> = { 'date-time': '2026-11-15T10:00:00.000Z', date: '2026-11-15' }

export function sampleInput(of: object): unknown {
  const schema = of as Schema
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return sampleInput(schema.anyOf[0] ?? {})
  switch (schema.type) {
    case 'object': {
      const names = schema.required ?? []
      return Object.fromEntries(names.map((name) => [name, sampleInput(schema.properties?.[name] ?? {})]))
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleInput(schema.items ?? {}))
    case 'string':
      return SAMPLES[schema.format ?? ''] ?? 'x'.repeat(Math.max(1, schema.minLength ?? 1))
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return false
    default:
      return null
  }
}

/** All places for a text, including optional ones; for lists, the first item. */
export function textPaths(of: object, path: InputPath = []): InputPath[] {
  const schema = of as Schema
  if ('const' in schema || schema.enum !== undefined) return []
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => textPaths(one, path))
  if (schema.type === 'string') return [path]
  if (schema.type === 'array') return textPaths(schema.items ?? {}, [...path, 0])
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => textPaths(one, [...path, name]))
}

/** A copy with another value in one place; missing parents are created. */
export function withValueAt(input: unknown, [first, ...rest]: InputPath, value: unknown): unknown {
  if (first === undefined) return value
  if (typeof first === 'number')
    return [withValueAt(Array.isArray(input) ? input[0] : undefined, rest, value)]
  const held = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  return { ...held, [first]: withValueAt(held[first], rest, value) }
}
