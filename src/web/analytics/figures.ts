import type { ThreatsResponse } from '../../contract/threats.ts'
import type { ThreatCategory } from '../../domain/threats/threat-category.ts'

/** What both charts and both tables show, without what the API says more than once. */
export interface Figures {
  from: string
  to: string
  step: 'day' | 'week'
  total: number
  totalBefore: number | null
  categories: CategoryFigures[]
  /** The first day of each point, and how many of its days have figures. */
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
  category: ThreatCategory
  title: string
  /** One for each point; null for a gap. */
  blocked: (number | null)[]
}

/** Null when there are no figures at all. */
export function figuresOf(answer: ThreatsResponse): Figures | null {
  const { from, to } = answer.period
  if (from === null || to === null) return null
  const titles = new Map(answer.by_category.map(({ category, title }) => [category, title]))
  return {
    from,
    to,
    step: answer.step,
    total: answer.total,
    totalBefore: answer.total_before,
    categories: answer.by_category,
    points: answer.series[0]?.points.map(({ day, days }) => ({ day, days })) ?? [],
    lines: answer.series.map(({ category, points }) => ({
      category,
      title: titles.get(category) ?? category,
      blocked: points.map(({ blocked }) => blocked),
    })),
  }
}
