import { hierarchy, partition } from 'd3-hierarchy'
import { arc } from 'd3-shape'
import { shareWords } from '../../domain/threats/number-words.ts'
import type { ThreatCategory } from '../../domain/threats/threat-category.ts'
import { type ArcLabel, arcLabel } from './arc-label.ts'
import type { CategoryFigures, FamilyFigures } from './figures.ts'

/** The drawing is a square of twice this side around its middle. */
export const SUNBURST_RADIUS = 180
/** Smaller parts can be neither seen nor hit. */
const LEAST_ARC = (1.5 / 360) * 2 * Math.PI
const TYPE_SIZE = 11.5
const TINTS = 5

/** Where the rings of the drawing begin and end: of all categories, and of one that fills it. */
const RINGS = {
  all: { category: [56, 102], family: [103.5, 178] },
  one: { category: [64, 74], family: [75.5, 178] },
} as const

export interface SunburstArc {
  key: string
  kind: 'category' | 'family'
  category: ThreatCategory
  name: string
  blocked: number
  /** Of all that is shown. */
  share: string
  path: string
  /** From the strongest to the faintest tint of the category's colour. */
  tint: number
  label: ArcLabel | undefined
  /** Of the ring, for what is told beside it. */
  middle: { x: number; y: number }
}

/** O-05: categories inside, their families outside, in the order in which the keyboard goes through them. */
export function sunburstLayout(categories: readonly CategoryFigures[]): SunburstArc[] {
  const total = categories.reduce((sum, { blocked }) => sum + blocked, 0)
  if (total === 0) return []
  const rings = categories.length === 1 ? RINGS.one : RINGS.all
  const parts = categories.filter(({ blocked }) => blocked > 0).map((each) => partOf(each, total))
  const root = partition<Part>().size([2 * Math.PI, 1])(
    hierarchy<Part>({ children: parts } as Part).sum((part) =>
      part.children === undefined ? part.weight : 0,
    ),
  )
  return root.descendants().flatMap(({ data, depth, x0, x1 }) => {
    if (depth === 0) return []
    const kind = depth === 1 ? 'category' : 'family'
    const [inner, outer] = rings[kind]
    const bounds = { start: x0, end: x1, inner, outer }
    return {
      key: data.key,
      kind,
      category: data.category,
      name: data.name,
      blocked: data.blocked,
      share: shareWords(data.blocked, total),
      path: pathOf(bounds),
      tint: data.tint,
      label: arcLabel(data.name, bounds, TYPE_SIZE),
      middle: middleOf(bounds),
    }
  })
}

interface Part {
  key: string
  category: ThreatCategory
  name: string
  blocked: number
  /** What it is drawn as. */
  weight: number
  tint: number
  children?: Part[]
}

function partOf({ category, title, blocked, families }: CategoryFigures, total: number): Part {
  const least = (total * LEAST_ARC) / (2 * Math.PI)
  const shown = withOthers(families, least)
  // However small a category is, it is there: it is drawn as the smallest arc that can be hit.
  const scale = Math.max(1, least / blocked)
  return {
    key: category,
    category,
    name: title,
    blocked,
    weight: 0,
    tint: 0,
    children: shown.map((each, index) => ({
      key: `${category} ${each.family}`,
      category,
      name: each.family,
      blocked: each.blocked,
      weight: each.blocked * scale,
      tint: tintOf(index),
    })),
  }
}

/** By rank among the families of a category. */
export function tintOf(rank: number): number {
  return rank % TINTS
}

/** The largest families, and the small ones together as one that is large enough to be seen. */
export function withOthers(families: readonly FamilyFigures[], least: number): FamilyFigures[] {
  const isLargeEnough = families.filter(({ blocked }) => blocked >= least).length
  if (isLargeEnough === families.length) return [...families]
  let shown = isLargeEnough
  let others = sum(families.slice(shown))
  while (others < least && shown > 0) {
    shown -= 1
    others = sum(families.slice(shown))
  }
  const hidden = families.length - shown
  const only = hidden === 1 ? families[shown] : undefined
  const together = only ?? { family: `Other (${hidden})`, blocked: others }
  return [...families.slice(0, shown), together]
}

function sum(families: readonly FamilyFigures[]) {
  return families.reduce((total, { blocked }) => total + blocked, 0)
}

const draw = arc<{ start: number; end: number; inner: number; outer: number }>()
  .startAngle(({ start }) => start)
  .endAngle(({ end }) => end)
  .innerRadius(({ inner }) => inner)
  .outerRadius(({ outer }) => outer)
  .digits(2)

function pathOf(bounds: Parameters<typeof draw>[0]) {
  return draw(bounds) ?? ''
}

function middleOf(bounds: Parameters<typeof draw>[0]) {
  const [x, y] = draw.centroid(bounds)
  return { x, y }
}
