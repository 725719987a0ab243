import { Fault } from '../http/faults.ts'

const MOST_FIELDS = 10

/** Throws if a field is repeated, because that would be ambiguous. */
export function parseForm(body: string): Record<string, string> {
  const entries = [...new URLSearchParams(body)]
  const fields = Object.fromEntries(entries)
  const isRepeated = Object.keys(fields).length < entries.length
  if (isRepeated || entries.length > MOST_FIELDS) throw new Fault('bad-request')
  return fields
}
