import { type ThreatCategory, threatCategory } from '../threats/threat-category.ts'

/** O-04: the parameters of the threat map. */
export interface ThreatMapQuery {
  category: ThreatCategory | undefined
}

export function threatMapQuery(query: URLSearchParams): ThreatMapQuery {
  return { category: threatCategory(query.get('category')) }
}

export function threatMapAddress(path: string, { category }: ThreatMapQuery): string {
  return category === undefined ? path : `${path}?category=${category}`
}
