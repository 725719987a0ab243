import { useState } from 'react'
import { type GoalFrom, goalWords, LOWEST_GOAL, MOST_GOALS } from '../../../domain/availability-goals.ts'
import { monthWords } from '../../../domain/calendar/day-words.ts'
import { type Month, monthAfter } from '../../../domain/calendar/month.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { FieldSet } from '../../parts/field-set.tsx'
import { InputField } from '../../parts/input-field.tsx'
import type { FieldSpec } from '../form/field-spec.ts'
import styles from './goals-field.module.css'
import { today } from './today.ts'

const MONTHS_AHEAD = 12
/** What the server refuses: an unfinished number must not become "no goal". */
const INVALID = 0

export function goalsField<V extends { goals?: GoalFrom[] }>(): FieldSpec<V> {
  return {
    kind: 'own',
    name: 'goals',
    label: 'Availability goals',
    words: ({ goals = [] }) => (goals.length === 0 ? '(nothing)' : goals.map(lineOf).join('; ')),
    render: ({ values, set, error }) => (
      <GoalsField goals={values.goals ?? []} error={error} onChange={(goals) => set('goals', goals)} />
    ),
  }
}

/** Goals of months that are over are fixed; those from this month on can be changed. */
function GoalsField({
  goals,
  error,
  onChange,
}: {
  goals: readonly GoalFrom[]
  error: string | undefined
  onChange: (goals: GoalFrom[]) => void
}) {
  const thisMonth = today().slice(0, 'yyyy-mm'.length)
  const past = goals.filter(({ from }) => from < thisMonth)
  const open = goals.filter(({ from }) => from >= thisMonth)
  const change = (next: readonly GoalFrom[]) => onChange([...past, ...next])
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => monthAfter(thisMonth, ahead))
  const nextMonth = months.find((month) => open.every(({ from }) => from < month))
  return (
    <FieldSet
      legend="Availability goals"
      hint={`From ${LOWEST_GOAL} to 100%; leave it empty for no goal. A goal counts from its month until the next one, and readers see which months met it. Months that are over keep their goal, and this month’s can only be raised.`}
      error={error}
    >
      {past.length > 0 && (
        <ul className={styles.past}>
          {past.map((goal) => (
            <li key={goal.from}>{lineOf(goal)}</li>
          ))}
        </ul>
      )}
      {open.map((goal, index) => (
        <GoalRow
          // biome-ignore lint/suspicious/noArrayIndexKey: its month can be changed
          key={index}
          goal={goal}
          months={months.includes(goal.from) ? months : [...months, goal.from]}
          onChange={(changed) => change(open.map((each) => (each === goal ? changed : each)))}
          onRemove={() => change(open.filter((each) => each !== goal))}
        />
      ))}
      {nextMonth !== undefined && goals.length < MOST_GOALS && (
        <button
          type="button"
          className={`button ${styles.add}`}
          onClick={() => change([...open, { from: nextMonth, percent: goals.at(-1)?.percent ?? null }])}
        >
          {goals.length === 0 ? 'Add a goal' : 'Change the goal'}
        </button>
      )}
    </FieldSet>
  )
}

function GoalRow({
  goal: { from, percent },
  months,
  onChange,
  onRemove,
}: {
  goal: GoalFrom
  months: readonly Month[]
  onChange: (goal: GoalFrom) => void
  onRemove: () => void
}) {
  const [typed, setTyped] = useState(() => written(percent))
  // Set by something else, such as discarding changes.
  if (percentIn(typed) !== percent) setTyped(written(percent))
  return (
    <fieldset className={styles.row} aria-label={`Goal from ${monthWords(from)}`}>
      <InputField
        label="Goal (%)"
        name="goal"
        inputMode="decimal"
        value={typed}
        onChange={(next) => {
          setTyped(next)
          onChange({ from, percent: percentIn(next) })
        }}
      />
      <ChoiceField
        name="goal_from"
        label="From"
        value={from}
        onPick={(month) => onChange({ from: month, percent })}
      >
        {months.map((month) => (
          <option key={month} value={month}>
            {monthWords(month)}
          </option>
        ))}
      </ChoiceField>
      <button type="button" className="button" onClick={onRemove}>
        Remove<span className="hidden"> the goal from {monthWords(from)}</span>
      </button>
    </fieldset>
  )
}

/** `From March 2025: 99.9%` */
function lineOf({ from, percent }: GoalFrom): string {
  return `From ${monthWords(from)}: ${percent === null ? 'no goal' : goalWords(percent)}`
}

function percentIn(typed: string): number | null {
  const trimmed = typed.trim().replace(',', '.').replace(/\s*%$/, '')
  if (trimmed === '') return null
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : INVALID
}

function written(percent: number | null) {
  return percent === null || percent === INVALID ? '' : String(percent)
}
