import hues from '../threats/category.module.css'
import { CategoryShape } from '../threats/category-shape.tsx'
import type { ThreatLine } from './figures.ts'
import looks from './line-look.module.css'

export function LineMark({ line: { category, look } }: { line: Pick<ThreatLine, 'category' | 'look'> }) {
  if (look === 'category') return <CategoryShape category={category} />
  return (
    <svg
      className={`${hues.category} ${looks.look} ${looks.sample}`}
      data-category={category}
      data-look={look}
      aria-hidden="true"
      focusable="false"
    >
      <line x2="100%" y1="50%" y2="50%" />
    </svg>
  )
}
