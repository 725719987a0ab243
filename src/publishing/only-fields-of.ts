import type { TObject } from 'typebox'

export function onlyFieldsOf<T extends object>(schema: TObject, typed: T): T {
  const known = new Set(Object.keys(schema.properties))
  return Object.fromEntries(Object.entries(typed).filter(([name]) => known.has(name))) as T
}
