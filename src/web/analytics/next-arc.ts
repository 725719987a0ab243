import type { SunburstArc } from './sunburst-layout.ts'

type Arc = Pick<SunburstArc, 'key' | 'kind' | 'category'>

export function nextArc(arcs: readonly Arc[], from: string, key: string): string | undefined {
  const arc = arcs.find((each) => each.key === from)
  if (arc === undefined) return undefined
  const ring = arcs.filter(({ kind }) => kind === arc.kind)
  const at = ring.indexOf(arc)
  switch (key) {
    case 'ArrowRight':
      return ring[(at + 1) % ring.length]?.key
    case 'ArrowLeft':
      return ring.at(at - 1)?.key
    case 'ArrowDown':
      return arc.kind === 'category' ? arcs.find(isFamilyOf(arc))?.key : undefined
    case 'ArrowUp':
      return arc.kind === 'family' ? arcs.find(isCategoryOf(arc))?.key : undefined
    case 'Home':
      return ring[0]?.key
    case 'End':
      return ring.at(-1)?.key
    default:
      return undefined
  }
}

function isFamilyOf({ category }: Arc) {
  return (each: Arc) => each.kind === 'family' && each.category === category
}

function isCategoryOf({ category }: Arc) {
  return (each: Arc) => each.kind === 'category' && each.category === category
}
