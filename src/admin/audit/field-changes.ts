import { entityOfField, nameKey, placeStatesIn } from '../../domain/audited-entities.ts'
import type { PlaceState } from '../../domain/place-states.ts'

export type AuditedFields = Readonly<Record<string, unknown>> | null

export type FieldChange = { field: string } & (
  | { kind: 'added'; after: string }
  | { kind: 'removed'; before: string }
  | { kind: 'replaced'; before: string; after: string }
  | { kind: 'members'; added: string[]; removed: string[] }
)

export function fieldChanges(
  before: AuditedFields,
  after: AuditedFields,
  names: Readonly<Record<string, string>> = {},
): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const named = (field: string, value: unknown) =>
    placeStatesIn(field, value)?.map((state) => stateWords(state, names)) ??
    withNames(value, entityOfField(field), names)
  return fields.flatMap(
    (field) => changeOf(field, named(field, before?.[field]), named(field, after?.[field])) ?? [],
  )
}

function stateWords(
  { place, tid, severity_tid }: PlaceState,
  names: Readonly<Record<string, string>>,
): string {
  const nameOf = (entity: string, id: number) => names[nameKey(entity, id)] ?? String(id)
  return `${nameOf(place, tid)}: ${nameOf('severity', severity_tid)}`
}

function withNames(
  value: unknown,
  entity: string | undefined,
  names: Readonly<Record<string, string>>,
): unknown {
  if (entity === undefined) return value
  if (Array.isArray(value)) return value.map((each) => withNames(each, entity, names))
  return typeof value === 'number' ? (names[nameKey(entity, value)] ?? value) : value
}

function changeOf(name: string, before: unknown, after: unknown): FieldChange | undefined {
  const field = fieldName(name)
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined
  if (isEmpty(before)) return isEmpty(after) ? undefined : { field, kind: 'added', after: valueWords(after) }
  if (isEmpty(after)) return { field, kind: 'removed', before: valueWords(before) }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [had, has] = [before.map(valueWords), after.map(valueWords)]
    const added = has.filter((member) => !had.includes(member))
    const removed = had.filter((member) => !has.includes(member))
    if (added.length + removed.length === 0)
      return { field, kind: 'replaced', before: had.join(', '), after: has.join(', ') }
    return { field, kind: 'members', added, removed }
  }
  return { field, kind: 'replaced', before: valueWords(before), after: valueWords(after) }
}

function isEmpty(value: unknown) {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

export function fieldName(name: string): string {
  const words = name
    .replace(/_t?id$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.map(valueWords).join(', ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${valueWords(each)}`)
      .join('; ')
  }
  return String(value)
}
