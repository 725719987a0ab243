import { type ThreatCategory, threatCategory } from '../threats/threat-category.ts'

/** O-04: what of the threat map the address asks for. */
export interface ThreatMapQuery {
  category: ThreatCategory | undefined
}

export function threatMapQuery(query: URLSearchParams): ThreatMapQuery {
  return { category: threatCategory(query.get('category')) }
}

export function threatMapAddress(path: string, { category }: ThreatMapQuery): string {
  return category === undefined ? path : `${path}?category=${category}`
}
