import { Fault } from '../http/faults.ts'

/** No form here has more than three. */
const MOST_FIELDS = 10

/** The fields of a posted form. A field that comes twice has no one meaning. */
export function parseForm(body: string): Record<string, string> {
  const entries = [...new URLSearchParams(body)]
  const fields = Object.fromEntries(entries)
  const isRepeated = Object.keys(fields).length < entries.length
  if (isRepeated || entries.length > MOST_FIELDS) throw new Fault('bad-request')
  return fields
}
