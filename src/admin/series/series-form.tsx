import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Choices } from '../../contract/admin/choices.ts'
import type { Series } from '../../contract/admin/series.ts'
import { checkSeriesRule, type SeriesRule } from '../../domain/series/series-rule.ts'
import { seriesWindows } from '../../domain/series/series-windows.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import { useTimeZone } from '../../ui/times/time-zone.ts'
import { useNow } from '../../ui/times/use-now.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { clockReading } from '../parts/clock-reading.ts'
import { FieldSet } from '../parts/field-set.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { ConflictView } from '../site/conflict/conflict-view.tsx'
import { SpecField } from '../site/form/spec-field.tsx'
import { UnsavedGuard } from '../site/form/unsaved-guard.tsx'
import { type Editing, type FormSaveOutcome, useEditing } from '../site/form/use-editing.ts'
import { ruleWords } from './rule-words.ts'
import { type FieldGroup, seriesFields } from './series-fields.tsx'
import styles from './series-form.module.css'
import { emptySeries, ruleOf, type SeriesValues, seriesValues, writtenSeries } from './series-values.ts'

type Outcome = FormSaveOutcome<SeriesValues>

export function SeriesForm({
  series,
  choices,
  onSaved,
}: {
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
    // After this render, when the guard knows that everything is saved.
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

const GONE = 'Someone else has removed this series. What you typed is still here.'

function problemsOf(values: SeriesValues): Record<string, string> {
  const numbers = ['rule.weeks', 'rule.minutes', 'days_ahead'] as const
  return {
    ...(values.title.trim() === '' && { title: 'Give it a name that colleagues will recognize.' }),
    ...(values['content.title'].trim() === '' && { 'content.title': 'Readers need a title.' }),
    ...(values['rule.every'] === 'weeks' &&
      values['rule.weekdays'].length === 0 && { 'rule.weekdays': 'Choose at least one day.' }),
    ...(!/^([01]\d|2[0-3]):[0-5]\d$/.test(values['rule.time']) && {
      'rule.time': 'Enter a time such as 02:00.',
    }),
    ...(values['rule.from_day'] === '' && { 'rule.from_day': 'Enter the first day.' }),
    ...Object.fromEntries(
      numbers
        .filter((field) => !Number.isInteger(values[field]))
        .map((field) => [field, 'Enter a whole number.']),
    ),
  }
}

const SHOWN = 5
const DAY_MS = 86_400_000

function NextWindows({ rule, daysAhead }: { rule: SeriesRule; daysAhead: number }) {
  const id = useId()
  const now = useNow()
  if (now === undefined) return null
  const windows = isWhole(rule) ? seriesWindows(rule, { after: now, count: SHOWN }) : undefined
  return (
    <section className={styles.next} aria-labelledby={id}>
      <h2 id={id}>Next windows</h2>
      {windows === undefined ? (
        <p className={styles.words}>The rule is incomplete.</p>
      ) : (
        <>
          <p className={styles.words}>{ruleWords(rule)}.</p>
          {windows.length === 0 && <p className={styles.none}>This rule produces no windows.</p>}
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

function isWhole(rule: SeriesRule) {
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(rule.time) && rule.minutes > 0
  const isDays =
    rule.every === 'weeks' ? Number.isInteger(rule.weeks) && rule.weeks > 0 && rule.weekdays.length > 0 : true
  return isTime && isDays && Object.keys(checkSeriesRule(rule)).length === 0
}

function publishedWords(from: Date, daysAhead: number, now: Date) {
  if (!Number.isInteger(daysAhead)) return ''
  const days = Math.ceil((from.getTime() - daysAhead * DAY_MS - now.getTime()) / DAY_MS)
  if (days <= 0) return 'Published immediately'
  return days === 1 ? 'Published within a day' : `Published in ${days} days`
}

function GroupedForm({
  label,
  editing,
  groups,
  isNew,
}: {
  label: string
  editing: Editing<SeriesValues>
  groups: readonly FieldGroup[]
  isNew: boolean
}) {
  const { values, isBusy, isDirty, theirs } = editing
  if (theirs !== undefined) {
    return <ConflictView editing={editing} fields={groups.flatMap(({ fields }) => fields)} />
  }
  return (
    <form
      ref={editing.form}
      className={styles.groupedFormForm}
      aria-label={label}
      noValidate
      aria-busy={isBusy}
      onSubmit={editing.onSubmit}
    >
      <FormAlert ref={editing.alert} problem={editing.problem} isPast={isBusy} />
      {groups.map(({ title, fields }) => (
        <div key={title} className={styles.group}>
          <FieldSet legend={title}>
            <div className={styles.fields}>
              {fields
                .filter(({ isAsked }) => isAsked === undefined || isAsked(values))
                .map((spec) => (
                  <div key={spec.name} data-half={spec.isHalf ? '' : undefined}>
                    <SpecField spec={spec} editing={editing} />
                  </div>
                ))}
            </div>
          </FieldSet>
        </div>
      ))}
      <FormButtons note={isDirty && !isNew ? 'Not saved yet.' : undefined}>
        <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Saving…' : isNew ? 'Create series' : 'Save'}
        </button>
        {isDirty && !isNew && (
          <button type="button" className="button" onClick={editing.discard}>
            Discard changes
          </button>
        )}
      </FormButtons>
    </form>
  )
}
