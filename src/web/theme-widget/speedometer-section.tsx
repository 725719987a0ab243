import { useEffect, useId } from 'react'
import { loadSpeedometer } from './load-speedometer.ts'
import styles from './speedometer-section.module.css'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'candor-speedometer': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        'data-share': number
      }
    }
  }
}

/** Only figures that the site doesn't have itself: blocked threats have their own pages. */
const DAILY_FIGURES = [
  { label: 'Transactions per day', figure: 486.2, unit: 'billion', peak: 578.4 },
  { label: 'Files inspected per day', figure: 148.7, unit: 'million', peak: 257.9 },
  { label: 'Policies enforced per day', figure: 11.3, unit: 'billion', peak: 16.5 },
]

const FOOTER_FIGURES = [
  { label: 'Requests in the busiest second', figure: '9.1 million' },
  { label: 'Security updates per day', figure: '218,400' },
  { label: 'People protected', figure: '31.8 million' },
]

/** H-02: every figure is text; the script only draws the dials and may be missing. */
export function Speedometer() {
  const titleId = useId()
  useEffect(loadSpeedometer, [])
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.sheet}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            One day on our clouds
          </h2>
          <p className={styles.note}>Sample figures for a typical day</p>
        </header>
        <dl className={styles.gauges}>
          {DAILY_FIGURES.map(({ label, figure, unit, peak }) => (
            <div key={label} className={styles.gauge}>
              <dt className={styles.label}>{label}</dt>
              <dd className={styles.reading}>
                <span className={styles.dial} aria-hidden="true">
                  <candor-speedometer data-share={figure / peak} />
                </span>
                <span className={styles.figure}>
                  <span className={styles.number}>{figure}</span> <span className={styles.unit}>{unit}</span>
                </span>
              </dd>
              <dd className={styles.share}>
                {Math.round((figure / peak) * 100)}% of peak, {peak} {unit}
              </dd>
            </div>
          ))}
        </dl>
        <dl className={styles.footer}>
          {FOOTER_FIGURES.map(({ label, figure }) => (
            <div key={label} className={styles.fact}>
              <dt className={styles.factLabel}>{label}</dt>
              <dd className={styles.factFigure}>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className={styles.caption}>
        All clouds combined. Each dial compares the day with the busiest of the last 30.
      </p>
    </section>
  )
}
