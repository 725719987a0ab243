import type { PlaceState } from './place-states.ts'

/** Fields in the audit log that hold ids of things with a name. */
const ENTITY_OF_FIELD: Readonly<Record<string, string>> = {
  severity_tid: 'severity',
  status_id: 'status',
  clouds: 'cloud',
  cloud_id: 'cloud',
  services: 'service',
  data_centers: 'data-center',
  terms: 'term',
  category_tid: 'service-category',
  region_tid: 'region',
}

/** What the values of a field are, if they are ids. */
export function entityOfField(field: string): string | undefined {
  return Object.hasOwn(ENTITY_OF_FIELD, field) ? ENTITY_OF_FIELD[field] : undefined
}

/** The states of places in this field, if it holds them. Kinds of places are entities. */
export function placeStatesIn(field: string, value: unknown): PlaceState[] | undefined {
  return field === 'place_states' && Array.isArray(value) ? value : undefined
}

/** In the list of names that comes with audit entries. */
export function nameKey(entity: string, id: string | number): string {
  return `${entity} ${id}`
}
