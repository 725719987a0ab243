/** The subset of OpenAPI 3.1 that the documentation page uses. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Partial<Record<Method, Operation>>>
  components?: { schemas?: Record<string, Schema> }
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof METHODS)[number]

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  /** Required credentials; empty if the operation is public. */
  security?: Record<string, string[]>[]
  requestBody?: { content?: Content; required?: boolean }
  responses?: Record<string, DescribedAnswer>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}

export interface DescribedAnswer {
  description?: string
  content?: Content
}

export type Content = Record<string, { schema?: Schema; example?: unknown }>

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  default?: unknown
  examples?: unknown[]
}

export interface Endpoint {
  method: Method
  path: string
  operation: Operation
}

export function endpointsByTag(document: OpenApiDocument): { tag: string; endpoints: Endpoint[] }[] {
  const endpoints = endpointsOf(document)
  const named = [
    ...(document.tags ?? []).map(({ name }) => name),
    ...endpoints.flatMap(({ operation }) => operation.tags?.slice(0, 1) ?? []),
    UNTAGGED,
  ]
  return [...new Set(named)]
    .map((tag) => ({
      tag,
      endpoints: endpoints.filter(({ operation }) => (operation.tags?.[0] ?? UNTAGGED) === tag),
    }))
    .filter((group) => group.endpoints.length > 0)
}

const UNTAGGED = 'Other'

function endpointsOf(document: OpenApiDocument): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method]
      return operation === undefined ? [] : [{ method, path, operation }]
    }),
  )
}

export function schemaOf(content: Content | undefined): Schema | undefined {
  return (content?.['application/json'] ?? Object.values(content ?? {})[0])?.schema
}

const SCHEMAS = '#/components/schemas/'

export function resolved(schema: Schema, document: OpenApiDocument): Schema {
  if (schema.$ref === undefined || !schema.$ref.startsWith(SCHEMAS)) return schema
  return document.components?.schemas?.[schema.$ref.slice(SCHEMAS.length)] ?? schema
}

export function anchorOf({ method, path }: Endpoint): string {
  return `${method}-${path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')}`.toLowerCase()
}
