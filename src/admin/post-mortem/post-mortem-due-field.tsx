import { businessDaysAfter, dayInWords } from '../../domain/post-mortem.ts'
import { parseDay } from '../../domain/time.ts'
import { RadioField } from '../parts/check-fields.tsx'
import { DayField } from '../parts/day-field.tsx'
import styles from './post-mortem.module.css'

export interface TypedPlan {
  choice: 'due' | 'none'
  /** As in a date input: empty while it is incomplete. */
  day: string
}

export function planAtFirst(days: number | null, now: Date): TypedPlan {
  return { choice: days === null ? 'none' : 'due', day: businessDaysAfter(now, days ?? USUAL_DAYS) }
}

/** Of an incident that was closed before, and reopened. */
export function planBefore(
  { due_on, is_waived }: { due_on: string | null; is_waived: boolean },
  suggested: TypedPlan,
): TypedPlan {
  if (is_waived) return { ...suggested, choice: 'none' }
  return due_on === null ? suggested : { choice: 'due', day: due_on }
}

/** When nobody knows what is usual here. */
export const PLAN_TO_CHOOSE: TypedPlan = { choice: 'due', day: '' }

/** Filled in when someone chooses a day although the site suggests none. */
const USUAL_DAYS = 5

export function planOf({
  choice,
  day,
}: TypedPlan): { due_on: string | null; is_waived: boolean } | undefined {
  if (choice === 'none') return { due_on: null, is_waived: true }
  return parseDay(day) === undefined ? undefined : { due_on: day, is_waived: false }
}

export function plannedWords({ is_waived }: { is_waived: boolean }): string {
  return is_waived ? 'No post-mortem is planned.' : 'The day was saved.'
}

export function PostMortemDueField({
  plan,
  hint,
  error,
  onChange,
}: {
  plan: TypedPlan
  hint?: string | undefined
  error?: string | undefined
  onChange: (plan: TypedPlan) => void
}) {
  return (
    <div className={styles.plan}>
      <RadioField
        legend="Post-mortem"
        value={plan.choice}
        onChange={(choice) => onChange({ ...plan, choice })}
        choices={[
          {
            value: 'due',
            label: parseDay(plan.day) === undefined ? 'Due on' : `Due on ${dayInWords(plan.day)}`,
            hint: 'The dashboard shows it until it is published.',
          },
          { value: 'none', label: 'No post-mortem' },
        ]}
      />
      {plan.choice === 'due' && (
        <DayField
          label="Day"
          hint={hint}
          value={plan.day}
          error={error}
          onChange={(day) => onChange({ ...plan, day })}
        />
      )}
    </div>
  )
}
