import type { OpenApiDocument, Schema } from './open-api-document.ts'
import { type Field, fieldsOf, limitWords, typeWords } from './schema-words.ts'
import { Ticked } from './ticked.tsx'

/** No answer of ours is deeper; a schema that refers to itself ends here. */
const DEEPEST_LEVEL = 8

/** What a value is made of, as a nested list of fields. */
export function SchemaOutline({
  schema,
  document,
  level = 0,
}: {
  schema: Schema
  document: OpenApiDocument
  level?: number
}) {
  const fields = level < DEEPEST_LEVEL ? fieldsOf(schema, document) : []
  if (fields.length === 0) return level === 0 ? <code>{typeWords(schema, document)}</code> : null
  return (
    <ul className="api-fields">
      {fields.map((field) => (
        <FieldLine key={field.name} field={field} document={document} level={level} />
      ))}
    </ul>
  )
}

function FieldLine({ field, document, level }: { field: Field; document: OpenApiDocument; level: number }) {
  const limits = limitWords(field.schema)
  return (
    <li>
      <code className="api-field-name">{field.name}</code>{' '}
      <span className="api-type">{typeWords(field.schema, document)}</span>
      {!field.isRequired && <span className="api-note">, may be absent</span>}
      {limits !== undefined && <span className="api-note">, {limits}</span>}
      {field.schema.description !== undefined && (
        <span className="api-description">
          <Ticked>{field.schema.description}</Ticked>
        </span>
      )}
      <SchemaOutline schema={field.schema} document={document} level={level + 1} />
    </li>
  )
}
