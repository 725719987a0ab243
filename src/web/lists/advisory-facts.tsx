import styles from './advisory-facts.module.css'
import type { AdvisoryGlance } from './advisory-glance.ts'

/** Severity, CVE and fixed version of a listed advisory, each in a place of its own. */
export function AdvisoryFacts({ glance: { rating, cves, fix } }: { glance: AdvisoryGlance }) {
  if (rating === undefined && cves === '' && fix === undefined) return null
  return (
    <dl className={styles.facts}>
      {rating !== undefined && (
        <div>
          <dt>Severity</dt>
          <dd className={styles.rating} data-bars={rating.bars}>
            <Bars filled={rating.bars} />
            {rating.word} <span className={styles.score}>{rating.score}</span>
          </dd>
        </div>
      )}
      {cves !== '' && (
        <div>
          <dt>CVE</dt>
          <dd>{cves}</dd>
        </div>
      )}
      {fix !== undefined && (
        <div>
          <dt>{fix.term}</dt>
          <dd dir="auto">{fix.words}</dd>
        </div>
      )}
    </dl>
  )
}

const BARS = [1, 2, 3, 4]

/** None to four bars, as the ratings of CVSS: seen without color, and unlike the shape of any state. */
function Bars({ filled }: { filled: number }) {
  return (
    <svg className={styles.bars} viewBox="0 0 16 12" aria-hidden="true">
      {BARS.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 4}
          y={12 - bar * 3}
          width="3"
          height={bar * 3}
          data-filled={bar <= filled ? '' : undefined}
        />
      ))}
    </svg>
  )
}
