import { useId } from 'react'
import type { ThreatQuery } from '../../domain/threats/threat-query.ts'
import head from '../parts/sentence-head.module.css'
import { daysOf, periodWords, standingOut } from './figure-words.ts'
import type { Figures } from './figures.ts'
import styles from './threat-head.module.css'
import { threatVerdict } from './threat-verdict.ts'

export function ThreatHead({
  figures,
  query,
  region,
  provider,
}: {
  figures: Figures | null
  query: ThreatQuery
  region: string | undefined
  provider: string
}) {
  const headingId = useId()
  return (
    <section className={head.head} aria-labelledby={headingId}>
      <div className={head.heading}>
        <h1 id={headingId}>Analytics</h1>
        <span>all clouds of {provider}</span>
      </div>
      <p className={`${head.sentence} ${styles.sentence}`} aria-live="polite">
        {figures === null ? 'There are no threat figures yet.' : sentenceOf(figures, query, region)}
      </p>
      {figures !== null && (
        <ul className={head.meta}>
          <li>{periodWords(figures)}, UTC days</li>
          {standingOut(figures).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function sentenceOf(figures: Figures, { category }: ThreatQuery, region: string | undefined) {
  return threatVerdict({
    category,
    region,
    days: daysOf(figures),
    total: figures.total,
    totalBefore: figures.totalBefore ?? undefined,
  })
}
