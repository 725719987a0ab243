import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Choices } from '../../contract/admin/choices.ts'
import type { Template } from '../../contract/admin/templates.ts'
import { askedPlaceholdersIn } from '../../domain/newsroom/placeholders.ts'
import { PART_NAMES, POST_MORTEM_PARTS } from '../../domain/post-mortem.ts'
import { type FieldsWith, RECORD_FIELDS } from '../../domain/record-fields.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { placeFields } from '../editor/pickers/places-fields.tsx'
import { statusFits } from '../records/status-fits.ts'
import type { FieldSpec } from '../site/form/field-spec.ts'
import { SpecForm } from '../site/form/spec-form.tsx'
import { UnsavedGuard } from '../site/form/unsaved-guard.tsx'
import { type FormSaveOutcome, useEditing } from '../site/form/use-editing.ts'
import styles from './template-form.module.css'
import {
  newTemplateValues,
  type TemplateSort,
  type TemplateValues,
  templateValues,
  writtenTemplate,
} from './template-values.ts'

type Outcome = FormSaveOutcome<TemplateValues>

/** Z-07: a conflicting save shows both versions. */
export function TemplateForm({
  sort,
  template,
  choices,
  onSaved,
}: {
  sort: TemplateSort
  template?: Template
  choices: Choices
  onSaved?: () => void
}) {
  const navigate = useNavigate()
  const [isDone, setDone] = useState(false)
  const editing = useEditing<TemplateValues>({
    start:
      template === undefined
        ? { values: newTemplateValues(sort), version: 0 }
        : { values: templateValues(template), version: template.version },
    save: template === undefined ? add : (values, version) => change(template, values, Number(version)),
    check: problemsOf,
  })

  async function add(values: TemplateValues): Promise<Outcome> {
    const { kind } = sort
    const added = await callAccount('POST /api/admin/templates', { kind, ...writtenTemplate(values, sort) })
    if (added.kind === 'refused') return refusedByField(added)
    setDone(true)
    showToast(`The template “${values.name}” is ready.`)
    // After this render, when the guard knows that everything is saved.
    setTimeout(() =>
      navigate(`/admin/templates${sort.purpose === 'record' ? '' : `?purpose=${sort.purpose}`}`),
    )
    return { kind: 'saved', now: { values, version: added.answer.data.version } }
  }

  async function change(
    { id, ...before }: Template,
    values: TemplateValues,
    version: number,
  ): Promise<Outcome> {
    const content = before.purpose === 'record' ? before.content : {}
    const saved = await callAccount('POST /api/admin/templates/:id', {
      id,
      version,
      ...writtenTemplate(values, sort, content),
    })
    if (saved.kind === 'refused') return saved.status === 409 ? readTheirs(id) : refusedByField(saved)
    onSaved?.()
    showToast('Saved.')
    return { kind: 'saved', now: versioned(saved.answer.data) }
  }

  const asked = askedPlaceholdersIn(editing.values)
  return (
    <div className={styles.form}>
      <SpecForm
        label="Template"
        editing={editing}
        fields={templateFields(sort, editing.values, choices)}
        isNew={template === undefined}
      >
        <p className={styles.asked} role="status">
          {asked.length === 0
            ? 'It asks for nothing when used.'
            : `${sort.purpose === 'post_mortem' ? 'To be replaced by the author' : 'When used, it asks for'}: ${asked.map((name) => name.replaceAll('_', ' ')).join(', ')}.`}
        </p>
      </SpecForm>
      <UnsavedGuard isDirty={editing.isDirty && !isDone} />
    </div>
  )
}

function versioned(template: Template) {
  return { values: templateValues(template), version: template.version }
}

async function readTheirs(id: number): Promise<Outcome> {
  const read = await callAccount('GET /api/admin/templates', {})
  if (read.kind === 'refused') return read
  const theirs = read.answer.data.find((one) => one.id === id)
  return theirs === undefined
    ? { kind: 'refused', message: GONE, errors: {} }
    : { kind: 'conflict', theirs: versioned(theirs) }
}

const GONE = 'Someone else has removed this template. What you typed is still here.'

/** The server prefixes fields with their content. */
function refusedByField(refused: { message: string; errors: Readonly<Record<string, string>> }): Outcome {
  const errors = Object.entries(refused.errors).map(([field, words]) => [field.split('.').at(-1), words])
  return { kind: 'refused', message: refused.message, errors: Object.fromEntries(errors) }
}

function problemsOf({ name, next_update_minutes }: TemplateValues): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: 'Give it a name that colleagues will recognize.' }),
    ...(Number.isNaN(next_update_minutes) && { next_update_minutes: 'Enter a number of minutes.' }),
  }
}

const LEFT_OPEN = 'Chosen when used'

function templateFields(
  { purpose, kind }: TemplateSort,
  values: TemplateValues,
  choices: Choices,
): FieldSpec<TemplateValues>[] {
  const { statuses, severities } = choices
  const statusFields: FieldSpec<TemplateValues>[] = [
    {
      name: 'status_id',
      kind: 'choice',
      label: 'Status',
      isHalf: true,
      none: LEFT_OPEN,
      options: statuses
        .filter(
          (status) => status.id === values.status_id || (!status.is_retired && statusFits(kind, status)),
        )
        .map(({ id, name }) => ({ value: id, words: name })),
    },
    {
      name: 'severity_tid',
      kind: 'choice',
      label: 'Severity',
      isHalf: true,
      none: LEFT_OPEN,
      options: severities
        .filter(({ is_retired }) => !is_retired)
        .map(({ tid, name }) => ({ value: tid, words: name })),
    },
  ]
  const name: FieldSpec<TemplateValues> = {
    name: 'name',
    kind: 'text',
    label: 'Name',
    hint: 'For colleagues. Readers never see it.',
    maxLength: 120,
  }
  if (purpose === 'update') {
    return [
      name,
      {
        name: 'body',
        kind: 'rich',
        label: 'Text of the update',
        isShort: true,
        ...(kind === 'maintenance' && {
          hint: 'Write {{new_end}} where it announces a new end: the end is asked for and moved.',
        }),
      },
      ...statusFields,
      {
        name: 'next_update_minutes',
        kind: 'number',
        label: 'Next update after, in minutes',
        hint: 'Leave empty to choose when used.',
        isOptional: true,
      },
    ]
  }
  if (purpose === 'post_mortem') {
    return [
      name,
      ...PART_NAMES.map((part) => ({
        name: part,
        kind: 'rich' as const,
        label: POST_MORTEM_PARTS[part].label,
        isShort: true,
      })),
      {
        name: 'actions',
        kind: 'area',
        label: 'Actions',
        hint: 'One per line. They start as planned.',
        rows: 3,
      },
    ]
  }
  const isIncident = kind === 'incident'
  return [
    name,
    { name: 'title', kind: 'text', ...wordsOfField('title') },
    { name: 'summary', kind: 'area', ...wordsOfField('summary') },
    { name: 'body', kind: 'rich', label: 'Body' },
    ...(kind === 'notification' ? [] : statusFields),
    ...(isIncident
      ? ([
          { name: 'customer_impact', kind: 'area', ...wordsOfField('customer_impact') },
          { name: 'available_workaround', kind: 'area', ...wordsOfField('available_workaround') },
        ] satisfies FieldSpec<TemplateValues>[])
      : []),
    ...placeFields(choices, values, {
      names: { clouds: 'clouds', services: 'services', centers: 'data_centers' },
      hint: NOT_PRESELECTED,
      none: { services: NOT_PRESELECTED, centers: NOT_PRESELECTED },
    }),
  ]
}

const NOT_PRESELECTED = 'None chosen: left to the author.'

function wordsOfField(name: FieldsWith<{ holds: 'text' | 'optional text' }>) {
  const { label, limit } = RECORD_FIELDS[name]
  return { label, maxLength: limit }
}
