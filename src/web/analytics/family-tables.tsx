import { Link } from 'react-router'
import { exactNumber, shareWords } from '../../domain/threats/number-words.ts'
import type { ThreatCategory } from '../../domain/threats/threat-category.ts'
import { type ThreatQuery, threatAddress } from '../../domain/threats/threat-query.ts'
import { FoldSummary } from '../../ui/parts/fold-summary.tsx'
import hues from '../threats/category.module.css'
import { CategoryShape } from '../threats/category-shape.tsx'
import styles from './family-tables.module.css'
import type { CategoryFigures, FamilyFigures, Figures } from './figures.ts'
import { tintOf } from './sunburst-layout.ts'

const FAMILIES_SHOWN = 8

export function FamilyTables({
  figures,
  query,
  path,
}: {
  figures: Figures
  query: ThreatQuery
  path: string
}) {
  return (
    <div className={styles.tables} data-only={query.category === undefined ? undefined : ''}>
      {figures.categories.map((category) => (
        <Category
          key={category.category}
          figures={category}
          total={figures.total}
          shown={query.category === undefined ? FAMILIES_SHOWN : Number.POSITIVE_INFINITY}
          target={
            query.category === undefined
              ? threatAddress(path, { ...query, category: category.category })
              : undefined
          }
        />
      ))}
    </div>
  )
}

function Category({
  figures: { category, title, blocked, families },
  total,
  shown,
  target,
}: {
  figures: CategoryFigures
  total: number
  shown: number
  target: string | undefined
}) {
  const isAlmostAll = families.length <= shown + 1
  const [open, folded] = isAlmostAll ? [families, []] : [families.slice(0, shown), families.slice(shown)]
  return (
    <section className={styles.category}>
      <header>
        <h3>
          <CategoryShape category={category} />
          {target === undefined ? (
            title
          ) : (
            <Link to={target} preventScrollReset>
              {title}
            </Link>
          )}
        </h3>
        <p>
          {exactNumber(blocked)}
          {target !== undefined && <span>{shareWords(blocked, total)}</span>}
        </p>
      </header>
      {families.length === 0 ? (
        <p className={styles.nothing}>Nothing was blocked.</p>
      ) : (
        <Families title={title} category={category} count={families.length} families={open} total={total} />
      )}
      {folded.length > 0 && (
        <details>
          <FoldSummary>{folded.length} more families</FoldSummary>
          <Families
            title={`${title}, more families`}
            category={category}
            firstRank={open.length}
            count={families.length}
            families={folded}
            total={total}
          />
        </details>
      )}
    </section>
  )
}

function Families({
  title,
  category,
  firstRank = 0,
  count,
  families,
  total,
}: {
  title: string
  category: ThreatCategory
  firstRank?: number
  count: number
  families: readonly FamilyFigures[]
  total: number
}) {
  return (
    <table>
      <caption className="hidden">{title}</caption>
      <thead>
        <tr className="hidden">
          <th scope="col">Family</th>
          <th scope="col">Blocked</th>
          <th scope="col">Share of all shown</th>
        </tr>
      </thead>
      <tbody>
        {families.map(({ family, blocked }, index) => (
          <tr key={family}>
            <th scope="row">
              <svg
                className={`${hues.category} ${styles.swatch}`}
                data-category={category}
                aria-hidden="true"
              >
                <rect width="100%" height="100%" rx="2" fillOpacity={tintOf(firstRank + index, count)} />
              </svg>
              {family}
            </th>
            <td>{exactNumber(blocked)}</td>
            <td>{shareWords(blocked, total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
