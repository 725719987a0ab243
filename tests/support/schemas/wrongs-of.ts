import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true })
// A CommonJS module, whose default export is wrapped.
;(addFormats as unknown as { default: (ajv: Ajv) => void }).default(ajv)

/** The schema errors of a document; empty if valid. */
export function wrongsOf(schema: object, document: unknown): string[] {
  const validate = ajv.compile(schema)
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
