import type { PlaceState } from './place-states.ts'

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

export function entityOfField(field: string): string | undefined {
  return Object.hasOwn(ENTITY_OF_FIELD, field) ? ENTITY_OF_FIELD[field] : undefined
}

export function placeStatesIn(field: string, value: unknown): PlaceState[] | undefined {
  return field === 'place_states' && Array.isArray(value) ? value : undefined
}

export function nameKey(entity: string, id: string | number): string {
  return `${entity} ${id}`
}
