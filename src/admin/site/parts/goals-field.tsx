import { useState } from 'react'
import { LOWEST_GOAL } from '../../../domain/availability-goals.ts'
import { monthWords } from '../../../domain/calendar/day-words.ts'
import { type Month, monthAfter } from '../../../domain/calendar/month.ts'
import { type GoalFrom, type MinutesFrom, MOST_GOALS } from '../../../domain/dated-goals.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { FieldSet } from '../../parts/field-set.tsx'
import { InputField } from '../../parts/text-fields.tsx'
import type { FieldSpec } from '../form/field-spec.ts'
import styles from './goals-field.module.css'
import { today } from './today.ts'

const MONTHS_AHEAD = 12
/** The server refuses it: an unfinished number must not become "no goal". */
const INVALID = 0

interface TypedGoal {
  from: Month
  value: number | null
}

interface GoalWords {
  label: string
  hint: string
  unit: '%' | 'min'
}

export function goalsField<V extends { goals?: GoalFrom[] }>(): FieldSpec<V> {
  return percentGoalsField('goals', {
    label: 'Availability goals',
    hint: `From ${LOWEST_GOAL} to 100%; leave it empty for no goal. A goal counts from its month until the next one, and readers see which months met it. Months that are over keep their goal, and this month’s can only be raised.`,
  })
}

export function percentGoalsField<Name extends string, V extends { [N in Name]?: GoalFrom[] }>(
  name: Name & keyof V,
  words: Omit<GoalWords, 'unit'>,
): FieldSpec<V> {
  return goalsFieldOf<V>(
    name,
    { ...words, unit: '%' },
    {
      read: (values) => (values[name] ?? []).map(({ from, percent }) => ({ from, value: percent })),
      write: (goals) => goals.map(({ from, value }) => ({ from, percent: value })) as V[Name & keyof V],
    },
  )
}

export function minuteGoalsField<Name extends string, V extends { [N in Name]?: MinutesFrom[] }>(
  name: Name & keyof V,
  words: Omit<GoalWords, 'unit'>,
): FieldSpec<V> {
  return goalsFieldOf<V>(
    name,
    { ...words, unit: 'min' },
    {
      read: (values) => (values[name] ?? []).map(({ from, minutes }) => ({ from, value: minutes })),
      write: (goals) => goals.map(({ from, value }) => ({ from, minutes: value })) as V[Name & keyof V],
    },
  )
}

function goalsFieldOf<V>(
  name: keyof V & string,
  words: GoalWords,
  { read, write }: { read: (values: V) => TypedGoal[]; write: (goals: TypedGoal[]) => V[keyof V & string] },
): FieldSpec<V> {
  return {
    kind: 'own',
    name,
    label: words.label,
    words: (values) => {
      const lines = read(values).map((goal) => lineOf(goal, words.unit))
      return lines.length === 0 ? '(nothing)' : lines.join('; ')
    },
    render: ({ values, set, error }) => (
      <GoalsField
        goals={read(values)}
        words={words}
        error={error}
        onChange={(goals) => set(name, write(goals))}
      />
    ),
  }
}

function GoalsField({
  goals,
  words: { label, hint, unit },
  error,
  onChange,
}: {
  goals: readonly TypedGoal[]
  words: GoalWords
  error: string | undefined
  onChange: (goals: TypedGoal[]) => void
}) {
  const thisMonth = today().slice(0, 'yyyy-mm'.length)
  const past = goals.filter(({ from }) => from < thisMonth)
  const open = goals.filter(({ from }) => from >= thisMonth)
  const change = (next: readonly TypedGoal[]) => onChange([...past, ...next])
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => monthAfter(thisMonth, ahead))
  const nextMonth = months.find((month) => open.every(({ from }) => from < month))
  return (
    <FieldSet legend={label} hint={hint} error={error}>
      {past.length > 0 && (
        <ul className={styles.past}>
          {past.map((goal) => (
            <li key={goal.from}>{lineOf(goal, unit)}</li>
          ))}
        </ul>
      )}
      {open.map((goal, index) => (
        <GoalRow
          // biome-ignore lint/suspicious/noArrayIndexKey: its month can be changed
          key={index}
          goal={goal}
          unit={unit}
          months={months.includes(goal.from) ? months : [...months, goal.from]}
          onChange={(changed) => change(open.map((each) => (each === goal ? changed : each)))}
          onRemove={() => change(open.filter((each) => each !== goal))}
        />
      ))}
      {nextMonth !== undefined && goals.length < MOST_GOALS && (
        <button
          type="button"
          className={`button ${styles.add}`}
          onClick={() => change([...open, { from: nextMonth, value: goals.at(-1)?.value ?? null }])}
        >
          {goals.length === 0 ? 'Add a goal' : 'Change the goal'}
        </button>
      )}
    </FieldSet>
  )
}

function GoalRow({
  goal: { from, value },
  unit,
  months,
  onChange,
  onRemove,
}: {
  goal: TypedGoal
  unit: GoalWords['unit']
  months: readonly Month[]
  onChange: (goal: TypedGoal) => void
  onRemove: () => void
}) {
  const [typed, setTyped] = useState(() => written(value))
  // Set by something else, such as discarding changes.
  if (numberIn(typed) !== value) setTyped(written(value))
  return (
    <fieldset className={styles.row} aria-label={`Goal from ${monthWords(from)}`}>
      <InputField
        label={`Goal (${unit})`}
        name="goal"
        inputMode="decimal"
        value={typed}
        onChange={(next) => {
          setTyped(next)
          onChange({ from, value: numberIn(next) })
        }}
      />
      <ChoiceField
        name="goal_from"
        label="From"
        value={from}
        onPick={(month) => onChange({ from: month, value })}
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

function lineOf({ from, value }: TypedGoal, unit: GoalWords['unit']): string {
  const words = unit === '%' ? `${value}%` : `${value} min`
  return `From ${monthWords(from)}: ${value === null ? 'no goal' : words}`
}

function numberIn(typed: string): number | null {
  const trimmed = typed
    .trim()
    .replace(',', '.')
    .replace(/\s*(%|min)$/, '')
  if (trimmed === '') return null
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : INVALID
}

function written(value: number | null) {
  return value === null || value === INVALID ? '' : String(value)
}
