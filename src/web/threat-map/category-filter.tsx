import { Link } from 'react-router'
import { threatMapAddress } from '../../domain/threat-replay/threat-map-query.ts'
import {
  THREAT_CATEGORIES,
  THREAT_CATEGORY_TITLES,
  type ThreatCategory,
} from '../../domain/threats/threat-category.ts'
import { CategoryShape } from '../threats/category-shape.tsx'
import styles from './category-filter.module.css'

/** O-04: what the colours and shapes mean; each narrows the page to itself. */
export function CategoryFilter({ path, chosen }: { path: string; chosen: ThreatCategory | undefined }) {
  return (
    <nav aria-label="Categories">
      <ul className={styles.filter}>
        {[undefined, ...THREAT_CATEGORIES].map((category) => (
          <li key={category ?? 'all'}>
            <Link
              to={threatMapAddress(path, { category })}
              preventScrollReset
              className={styles.choice}
              aria-current={category === chosen ? 'true' : undefined}
            >
              {category !== undefined && <CategoryShape category={category} />}
              {category === undefined ? 'All' : THREAT_CATEGORY_TITLES[category]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
