import type { ThreatCategory } from '../../domain/threats/threat-category.ts'
import styles from './category.module.css'

/** As large as a capital letter. Hidden from screen readers, which get the word beside it. Unlike any status shape. */
export function CategoryShape({ category }: { category: ThreatCategory }) {
  return (
    <svg
      className={`${styles.category} ${styles.shape}`}
      data-category={category}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path {...CATEGORY_SHAPES[category]} />
    </svg>
  )
}

/** 16 by 16 units, in the text color. */
export const CATEGORY_SHAPES = {
  malware: {
    d: 'M8 .5v15M1.5 4.25l13 7.5M1.5 11.75l13-7.5',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2.8,
  },
  threat: { d: 'M.5 1.5h15L8 15.5z', fill: 'currentColor', stroke: 'none', strokeWidth: 0 },
  sandbox: { d: 'M2.2 2.2h11.6v11.6H2.2z', fill: 'none', stroke: 'currentColor', strokeWidth: 2.8 },
  ba: {
    d: 'M.5 9.5h3.2L6.5 2.5l3.6 11 2.2-6h3.2',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2.4,
  },
} as const satisfies Record<ThreatCategory, { d: string; fill: string; stroke: string; strokeWidth: number }>
