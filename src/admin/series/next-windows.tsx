import { useId } from 'react'
import { checkSeriesRule, type SeriesRule } from '../../domain/series/series-rule.ts'
import { seriesWindows } from '../../domain/series/series-windows.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import styles from './next-windows.module.css'
import { ruleWords } from './rule-words.ts'

const SHOWN = 5
const DAY_MS = 86_400_000

/** What the rule comes to, as it is typed. */
export function NextWindows({ rule, daysAhead }: { rule: SeriesRule; daysAhead: number }) {
  const id = useId()
  const now = useNow()
  if (now === undefined) return null
  const windows = isWhole(rule) ? seriesWindows(rule, { after: now, count: SHOWN }) : undefined
  return (
    <section className={styles.next} aria-labelledby={id}>
      <h2 id={id}>Next windows</h2>
      {windows === undefined ? (
        <p className={styles.words}>The rule is not complete yet.</p>
      ) : (
        <>
          <p className={styles.words}>{ruleWords(rule)}.</p>
          {windows.length === 0 && <p className={styles.none}>No window comes of this rule.</p>}
          <ol className={styles.windows}>
            {windows.map(({ from, to }) => (
              <li key={from.getTime()}>
                <p>
                  <Moment at={from.toISOString()} precision="minute" /> to{' '}
                  <Moment at={to.toISOString()} after={from.toISOString()} precision="minute" />
                </p>
                <p className={styles.published}>{publishedWords(from, daysAhead, now)}</p>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

/** Half a rule has no windows. */
function isWhole(rule: SeriesRule) {
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(rule.time) && rule.minutes > 0
  const isDays =
    rule.every === 'weeks' ? Number.isInteger(rule.weeks) && rule.weeks > 0 && rule.weekdays.length > 0 : true
  return isTime && isDays && Object.keys(checkSeriesRule(rule)).length === 0
}

function publishedWords(from: Date, daysAhead: number, now: Date) {
  if (!Number.isInteger(daysAhead)) return ''
  const days = Math.ceil((from.getTime() - daysAhead * DAY_MS - now.getTime()) / DAY_MS)
  if (days <= 0) return 'Published at once'
  return days === 1 ? 'Published within a day' : `Published in ${days} days`
}
