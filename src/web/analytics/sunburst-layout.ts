import { hierarchy, partition } from 'd3-hierarchy'
import { arc } from 'd3-shape'
import { shareWords } from '../../domain/threats/number-words.ts'
import type { ThreatCategory } from '../../domain/threats/threat-category.ts'
import { type ArcBounds, type ArcLabel, arcLabel } from './arc-label.ts'
import type { CategoryFigures, FamilyFigures } from './figures.ts'
import { type Callout, sunburstCallouts } from './sunburst-callouts.ts'

export const SUNBURST = { halfWidth: 214, halfHeight: 190 }
const OUTER_RADIUS = 165
/** Smaller arcs can't be seen or hit. */
const LEAST_ARC = (1.5 / 360) * 2 * Math.PI
const TYPE_SIZES = [12, 11] as const
const CALLOUT_TYPE_SIZE = 11.5
/** Smallest share with a name. It rounds to 3%. */
const LEAST_NAMED_SHARE = 0.025
/**
 * Tint of the largest and the smallest family, relative to the category color. Light enough for dark text at any
 * strength.
 */
const STRONGEST_TINT = 0.48
const FAINTEST_TINT = 0.1

const RINGS = {
  all: { category: [44, 88], family: [89.5, OUTER_RADIUS] },
  one: { category: [60, 68], family: [69.5, OUTER_RADIUS] },
} as const

export interface SunburstArc {
  key: string
  kind: 'category' | 'family'
  category: ThreatCategory
  name: string
  blocked: number
  share: string
  path: string
  tint: number
  label: ArcLabel | undefined
  callout: Callout | undefined
  middle: { x: number; y: number }
}

/** O-05. In keyboard order. */
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
  const arcs = root.descendants().flatMap(({ data, depth, x0, x1 }) => {
    if (depth === 0) return []
    const kind: SunburstArc['kind'] = depth === 1 ? 'category' : 'family'
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
      label: arcLabel(data.name, bounds, TYPE_SIZES),
      middle: middleOf(bounds),
      bounds,
    }
  })
  const callouts = sunburstCallouts(
    arcs.filter((each) => each.label === undefined && isNamed(each, total, categories.length)).map(calloutOf),
    { ...SUNBURST, radius: OUTER_RADIUS, size: CALLOUT_TYPE_SIZE },
  )
  return arcs.map(({ bounds: _, ...each }) => ({
    ...each,
    callout: callouts.find(({ key }) => key === each.key),
  }))
}

/** With a single category, its name is in the center. */
function isNamed(
  { kind, blocked }: Pick<SunburstArc, 'kind' | 'blocked'>,
  total: number,
  categories: number,
) {
  return kind === 'category' ? categories > 1 : blocked >= LEAST_NAMED_SHARE * total
}

/** A category's leader line runs along its edge, where it crosses no family. */
function calloutOf({
  key,
  kind,
  name,
  bounds,
}: Pick<SunburstArc, 'key' | 'kind' | 'name'> & { bounds: ArcBounds }) {
  const middle = (bounds.start + bounds.end) / 2
  return kind === 'category'
    ? { key, name, angle: bounds.end, fromRadius: (bounds.inner + bounds.outer) / 2 }
    : { key, name, angle: middle, fromRadius: bounds.outer - LEADER_INSIDE }
}

const LEADER_INSIDE = 8

interface Part {
  key: string
  category: ThreatCategory
  name: string
  blocked: number
  weight: number
  tint: number
  children?: Part[]
}

function partOf({ category, title, blocked, families }: CategoryFigures, total: number): Part {
  const least = (total * LEAST_ARC) / (2 * Math.PI)
  const shown = withOthers(families, least)
  const scale = Math.max(1, least / blocked)
  return {
    key: category,
    category,
    name: title,
    blocked,
    weight: 0,
    tint: 1,
    children: shown.map((each, index) => ({
      key: `${category} ${each.family}`,
      category,
      name: each.family,
      blocked: each.blocked,
      weight: each.blocked * scale,
      tint: tintOf(index, families.length),
    })),
  }
}

export function tintOf(rank: number, count: number): number {
  const part = count < 2 ? 0 : Math.min(1, rank / (count - 1))
  return Math.round(1000 * (STRONGEST_TINT - part * (STRONGEST_TINT - FAINTEST_TINT))) / 1000
}

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
