import { useMemo } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import type { SenderDetails } from '../../contract/admin/senders.ts'
import { TOKEN_NAME_LENGTH } from '../../contract/admin/tokens.ts'
import { PATH_LENGTH } from '../../domain/senders/json-path.ts'
import type { MAPPED_PATHS, SenderMapping } from '../../domain/senders/mapping.ts'
import { MAPPING_OF_PRESET, SIGNATURES } from '../../domain/senders/presets.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { placeFields } from '../editor/pickers/places-fields.tsx'
import { isSame } from '../site/conflict/compare-versions.ts'
import type { FieldSpec } from '../site/form/field-spec.ts'
import { SpecForm } from '../site/form/spec-form.tsx'
import { UnsavedGuard } from '../site/form/unsaved-guard.tsx'
import { type Editing, type FormSaveOutcome, useEditing } from '../site/form/use-editing.ts'
import { PlacesTable, placesWords, SeveritiesTable, severitiesWords } from './mapping-tables.tsx'
import { pathsIn } from './paths-in.ts'
import { SenderPreviewPanel } from './sender-preview.tsx'
import {
  MAPPING_LABELS,
  mappingValues,
  type SenderValues,
  senderValues,
  settingsOf,
} from './sender-values.ts'
import styles from './senders.module.css'

export function SenderForm({
  sender,
  choices,
  payload,
  onPayload,
  onSaved,
}: {
  sender: SenderDetails
  choices: Choices
  payload: string | undefined
  onPayload: (payload: string) => void
  onSaved: () => void
}) {
  const { id, preset } = sender
  const editing = useEditing<SenderValues>({ start: versioned(sender), save })
  const { values } = editing
  const alerts = values['mapping.alerts']
  const suggestions = useMemo(
    () => (payload === undefined ? [] : pathsIn(payload, alerts)),
    [payload, alerts],
  )

  async function save(typed: SenderValues, version: number | string): Promise<FormSaveOutcome<SenderValues>> {
    const { name, signing_secret: secret, removes_secret } = typed
    const saved = await callAccount('POST /api/admin/senders/:id', {
      id,
      version: Number(version),
      name,
      ...settingsOf(typed),
      ...(removes_secret ? { signing_secret: null } : secret === '' ? {} : { signing_secret: secret }),
    })
    if (saved.kind === 'done') {
      onSaved()
      showToast('Saved.')
      return { kind: 'saved', now: versioned(saved.answer.data) }
    }
    if (saved.status !== 409) return saved
    const theirs = await callAccount('GET /api/admin/senders/:id', { id })
    return theirs.kind === 'refused' ? theirs : { kind: 'conflict', theirs: versioned(theirs.answer.data) }
  }

  return (
    <div className={styles.sides}>
      <p className={styles.jump}>
        <a href="#preview">Go to the preview</a>
      </p>
      <div className={styles.form}>
        <SpecForm
          label="Sender"
          editing={editing}
          headings={HEADINGS}
          fields={[...whatItDoes(sender, choices, values), ...whatItMeans(choices, suggestions)]}
        >
          <ResetToPreset editing={editing} preset={preset} />
        </SpecForm>
        <UnsavedGuard isDirty={editing.isDirty} guardsSearch />
      </div>
      <SenderPreviewPanel id={id} values={values} choices={choices} payload={payload} onPayload={onPayload} />
    </div>
  )
}

function versioned(sender: SenderDetails) {
  return { values: senderValues(sender), version: sender.version }
}

const HEADINGS = {
  name: 'What it does',
  clouds: 'If an alert doesn’t say',
  'mapping.alerts': 'What its data means',
  'mapping.title': 'What readers and staff see',
  'mapping.severity': 'How bad and where',
} as const

function ResetToPreset({
  editing,
  preset,
}: {
  editing: Editing<SenderValues>
  preset: SenderDetails['preset']
}) {
  const usual = mappingValues(MAPPING_OF_PRESET[preset])
  const fields = Object.keys(usual) as (keyof typeof usual)[]
  if (fields.every((field) => isSame(editing.values[field], usual[field]))) return null
  return (
    <p>
      <button
        type="button"
        className="button"
        onClick={() => {
          for (const field of fields) editing.set(field, usual[field])
        }}
      >
        Reset the mapping to the preset
      </button>
    </p>
  )
}

const PLACES = { clouds: 'clouds', services: 'services', centers: 'data_centers' } as const

function whatItDoes(
  { preset, has_signing_secret: isSigned }: SenderDetails,
  choices: Choices,
  values: SenderValues,
): FieldSpec<SenderValues>[] {
  const signature = SIGNATURES[preset]
  return [
    { name: 'name', kind: 'text', label: 'Name', maxLength: TOKEN_NAME_LENGTH },
    {
      name: 'is_on',
      kind: 'check',
      label: 'On',
      hint: 'While it is off, what it sends is only logged, and you can preview it here.',
    },
    {
      name: 'publishes',
      kind: 'check',
      label: 'Publishes incidents',
      hint: 'Otherwise it makes drafts, and staff decide.',
    },
    {
      name: 'notifies',
      kind: 'check',
      label: 'Notifies subscribers',
      isAsked: ({ publishes }) => publishes,
    },
    ...(signature === undefined
      ? []
      : ([
          {
            name: 'signing_secret',
            kind: 'text',
            label: 'Signing secret',
            isCode: true,
            maxLength: 500,
            hint: isSigned
              ? 'A secret is set. Enter another one to replace it.'
              : `Optional. If set, requests without the right ${signature.header} are refused.`,
            isAsked: ({ removes_secret }) => !removes_secret,
          },
          {
            name: 'removes_secret',
            kind: 'check',
            label: 'Remove the signing secret',
            isAsked: () => isSigned,
          },
        ] satisfies FieldSpec<SenderValues>[])),
    ...placeFields(choices, values, {
      names: PLACES,
      none: { services: 'None chosen: the whole cloud.', centers: 'None chosen.' },
    }),
    {
      name: 'severity_tid',
      kind: 'choice',
      label: 'Severity',
      none: 'Under Investigation',
      options: choices.severities
        .filter(({ tid, is_retired }) => !is_retired || tid === values.severity_tid)
        .map(({ tid, name }) => ({ value: tid, words: name })),
    },
  ]
}

const HINTS: Partial<Record<keyof SenderMapping, string>> = {
  alerts:
    'A path such as alerts or event.items. Empty: each payload is one alert. Paths below start at one alert, or at the whole payload with $, as in $.status. With a | b, the first that has a value counts.',
  incident:
    'A text with paths in braces, such as {{id}}. Alerts with the same text belong to the same incident. If you change this while an incident is open, its end isn’t recognized.',
  alert:
    'Identifies an alert within its incident, such as {{fingerprint}}. Empty: an incident has only one. It is resolved when all its alerts are. If you change this while an incident is open, close that incident by hand.',
  state: 'Empty: everything it sends is firing.',
  firing: 'One per line. Other values are ignored.',
  incident_state: 'If this is resolved, alerts that the payload doesn’t list have ended, too.',
  title: 'Readers see it. Empty: made from the affected places, such as “Problem with DNS Control”.',
  text: 'Readers see it. Empty: a standard sentence.',
  note: 'Staff see it. Good for links and internal names.',
  clouds: 'Machine names.',
  services: 'Names as on this site; others go into the list below.',
  starts: 'ISO 8601, or seconds or milliseconds since 1970. Empty: when it arrives.',
}

function whatItMeans(choices: Choices, suggestions: readonly string[]): FieldSpec<SenderValues>[] {
  const about = <Field extends keyof SenderMapping>(field: Field) => ({
    name: `mapping.${field}` as const,
    label: MAPPING_LABELS[field],
    ...(HINTS[field] !== undefined && { hint: HINTS[field] }),
  })
  const path = (field: (typeof MAPPED_PATHS)[number]): FieldSpec<SenderValues> => ({
    ...about(field),
    kind: 'text',
    isCode: true,
    maxLength: PATH_LENGTH,
    suggestions,
  })
  const text = (field: 'incident' | 'alert' | 'title' | 'note'): FieldSpec<SenderValues> => ({
    ...about(field),
    kind: 'text',
    isCode: true,
    maxLength: 2000,
  })
  const lines = (field: 'firing' | 'resolved'): FieldSpec<SenderValues> => ({
    ...about(field),
    kind: 'area',
    rows: 3,
    isHalf: true,
  })
  return [
    path('alerts'),
    text('incident'),
    text('alert'),
    path('state'),
    lines('firing'),
    lines('resolved'),
    path('incident_state'),
    { ...path('starts'), isHalf: true },
    { ...path('ends'), isHalf: true },
    text('title'),
    { ...about('text'), kind: 'area', rows: 3, maxLength: 2000 },
    text('note'),
    path('severity'),
    {
      ...about('severities'),
      kind: 'own',
      words: (of) => severitiesWords(choices, of['mapping.severities']),
      render: ({ values, set, error }) => (
        <SeveritiesTable
          rows={values['mapping.severities']}
          choices={choices}
          error={error}
          onChange={(rows) => set('mapping.severities', rows)}
        />
      ),
    },
    path('clouds'),
    path('services'),
    path('data_centers'),
    {
      ...about('places'),
      kind: 'own',
      words: (of) => placesWords(choices, of['mapping.places']),
      render: ({ values, set, error }) => (
        <PlacesTable
          rows={values['mapping.places']}
          choices={choices}
          error={error}
          onChange={(rows) => set('mapping.places', rows)}
        />
      ),
    },
  ]
}
