import type { ThreatsResponse } from '../../contract/threats.ts'
import type { ThreatCategory } from '../../domain/threats/threat-category.ts'

export interface Figures {
  from: string
  to: string
  step: 'day' | 'week'
  total: number
  totalBefore: number | null
  categories: CategoryFigures[]
  /** First day of each point, and the number of its days with figures. */
  points: { day: string; days: number }[]
  lines: ThreatLine[]
}

export interface CategoryFigures {
  category: ThreatCategory
  title: string
  blocked: number
  families: FamilyFigures[]
}

export interface FamilyFigures {
  family: string
  blocked: number
}

export interface ThreatLine {
  key: string
  category: ThreatCategory
  /** `category`, or for a family its rank within the category, or `other`. */
  look: string
  title: string
  /** One for each point; null for a gap. */
  blocked: (number | null)[]
}

export function figuresOf(answer: ThreatsResponse): Figures | null {
  const { from, to } = answer.period
  if (from === null || to === null) return null
  return {
    from,
    to,
    step: answer.step,
    total: answer.total,
    totalBefore: answer.total_before,
    categories: answer.by_category,
    points: answer.series[0]?.points.map(({ day, days }) => ({ day, days })) ?? [],
    lines: linesOf(answer),
  }
}

function linesOf({ by_category, series, family_series }: ThreatsResponse): ThreatLine[] {
  const [only] = by_category
  if (only !== undefined && family_series.length > 0) {
    return family_series.map(({ family, points }, rank) => ({
      key: family ?? OTHERS,
      category: only.category,
      look: family === null ? OTHERS : String(rank),
      title: family ?? 'Other families',
      blocked: points.map(({ blocked }) => blocked),
    }))
  }
  const titles = new Map(by_category.map(({ category, title }) => [category, title]))
  return series.map(({ category, points }) => ({
    key: category,
    category,
    look: 'category',
    title: titles.get(category) ?? category,
    blocked: points.map(({ blocked }) => blocked),
  }))
}

const OTHERS = 'other'
