import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Choices } from '../../contract/admin/choices.ts'
import type { Series } from '../../contract/admin/series.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { useTimeZone } from '../../ui/times/time-zone.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { clockReading } from '../parts/clock-reading.ts'
import { UnsavedGuard } from '../site/form/unsaved-guard.tsx'
import { type SaveOutcome, useEditing } from '../site/form/use-editing.ts'
import { GroupedForm } from './grouped-form.tsx'
import { NextWindows } from './next-windows.tsx'
import { seriesFields } from './series-fields.tsx'
import styles from './series-form.module.css'
import { emptySeries, ruleOf, type SeriesValues, seriesValues, writtenSeries } from './series-values.ts'

type Outcome = SaveOutcome<SeriesValues>

/** When it comes again and what each of its records says, with the next windows beside it while the rule is typed. */
export function SeriesForm({
  series,
  choices,
  onSaved,
}: {
  /** Undefined: a new one. */
  series?: Series
  choices: Choices
  onSaved?: () => void
}) {
  const navigate = useNavigate()
  const zone = useTimeZone()
  const [isDone, setDone] = useState(false)
  const [fresh] = useState(() => emptySeries({ today: clockReading(new Date(), zone).slice(0, 10), zone }))
  const editing = useEditing<SeriesValues>({
    start: series === undefined ? { values: fresh, version: 0 } : versioned(series),
    save: series === undefined ? add : (values, version) => change(series, values, Number(version)),
    check: problemsOf,
  })

  async function add(values: SeriesValues): Promise<Outcome> {
    const added = await callAccount('POST /api/admin/series', writtenSeries(values))
    if (added.kind === 'refused') return added
    setDone(true)
    showToast(`The series “${values.title}” is active.`)
    // After this render: only then does the guard know that nothing is left to be saved.
    setTimeout(() => navigate('/admin/series'))
    return { kind: 'saved', now: versioned(added.answer.data) }
  }

  async function change({ id, content }: Series, values: SeriesValues, version: number): Promise<Outcome> {
    const saved = await callAccount('POST /api/admin/series/:id', {
      id,
      version,
      ...writtenSeries(values, content),
    })
    if (saved.kind === 'refused') return saved.status === 409 ? readTheirs(id) : saved
    onSaved?.()
    showToast('Saved.')
    return { kind: 'saved', now: versioned(saved.answer.data) }
  }

  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <GroupedForm
          label="Series"
          editing={editing}
          groups={seriesFields(editing.values, choices)}
          isNew={series === undefined}
        />
      </div>
      <NextWindows rule={ruleOf(editing.values)} daysAhead={editing.values.days_ahead} />
      <UnsavedGuard isDirty={editing.isDirty && !isDone} />
    </div>
  )
}

function versioned(series: Series) {
  return { values: seriesValues(series), version: series.version }
}

async function readTheirs(id: number): Promise<Outcome> {
  const read = await callAccount('GET /api/admin/series/:id', { id })
  if (read.kind === 'done') return { kind: 'conflict', theirs: versioned(read.answer.data) }
  return read.status === 404 ? { kind: 'refused', message: GONE, errors: {} } : read
}

const GONE = 'Somebody else has removed this series. What you typed is still here.'

/** What would be refused anyway, said where it is typed. */
function problemsOf(values: SeriesValues): Record<string, string> {
  const numbers = ['rule.weeks', 'rule.minutes', 'days_ahead'] as const
  return {
    ...(values.title.trim() === '' && { title: 'Give it a name that colleagues find it by.' }),
    ...(values['content.title'].trim() === '' && { 'content.title': 'Readers need a title.' }),
    ...(values['rule.every'] === 'weeks' &&
      values['rule.weekdays'].length === 0 && { 'rule.weekdays': 'Choose at least one day.' }),
    ...(!/^([01]\d|2[0-3]):[0-5]\d$/.test(values['rule.time']) && { 'rule.time': 'Enter a time, as 02:00.' }),
    ...(values['rule.from_day'] === '' && { 'rule.from_day': 'Enter the first day.' }),
    ...Object.fromEntries(
      numbers
        .filter((field) => !Number.isInteger(values[field]))
        .map((field) => [field, 'Enter a whole number.']),
    ),
  }
}
