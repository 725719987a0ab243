import type { ReadAnswer } from '../../contract/public-reads.ts'
import { monthWords } from '../../domain/calendar/day-words.ts'
import styles from './informing-tables.module.css'
import { tookWords } from './took-words.ts'

type Goals = ReadAnswer<'/api/how-we-inform'>['data']['goals']

export function GoalHistory({ goals: { publish, message, promise } }: { goals: Goals }) {
  if (publish.length + message.length + promise.length === 0)
    return <p className={styles.note}>No goals are set.</p>
  return (
    <dl className={styles.goals}>
      <Goal
        term="Start to published"
        goals={publish.map(({ from, minutes }) => [from, minuteWords(minutes)])}
      />
      <Goal
        term="Published to first message"
        goals={message.map(({ from, minutes }) => [from, minuteWords(minutes)])}
      />
      <Goal
        term="Promised updates on time"
        goals={promise.map(({ from, percent }) => [
          from,
          percent === null ? NO_GOAL : `at least ${percent}%`,
        ])}
      />
    </dl>
  )
}

const NO_GOAL = 'no goal'

function minuteWords(minutes: number | null): string {
  return minutes === null ? NO_GOAL : `within ${tookWords(minutes)}`
}

function Goal({ term, goals }: { term: string; goals: readonly (readonly [from: string, words: string])[] }) {
  if (goals.length === 0) return null
  return (
    <div>
      <dt>{term}</dt>
      {goals.toReversed().map(([from, words], index) => (
        <dd key={from} data-past={index > 0 ? '' : undefined}>
          {words} <span className={styles.note}>from {monthWords(from)}</span>
        </dd>
      ))}
    </div>
  )
}
