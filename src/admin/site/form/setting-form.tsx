import type { Called } from '../../../ui/account/call-account.ts'
import { showUndo } from '../../parts/show-undo.tsx'
import type { FieldSpec } from './field-spec.ts'
import styles from './spec-form.module.css'
import { SpecForm } from './spec-form.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { type FormSaveOutcome, useEditing, type Versioned } from './use-editing.ts'

type Refused = Extract<Called<never>, { kind: 'refused' }>
type Answered<V> = { kind: 'done'; answer: { data: V & { version: number } } } | Refused

export function SettingForm<V extends object>({
  label,
  setting,
  fields,
  saved: savedWords,
  read,
  write,
  check,
  reload,
}: {
  label: string
  setting: V & { version: number }
  fields: readonly FieldSpec<V>[]
  saved: string
  read: () => Promise<Answered<V>>
  write: (version: number, values: V) => Promise<Answered<V>>
  check?: (values: V) => Readonly<Record<string, string>>
  reload: () => void
}) {
  const editing = useEditing<V>({ start: versioned(setting), save, ...(check && { check }) })

  async function save(values: V, version: number | string): Promise<FormSaveOutcome<V>> {
    const before = editing.base
    const saved = await write(Number(version), values)
    if (saved.kind === 'refused') return saved.status === 409 ? readTheirs() : saved
    const now = versioned<V>(saved.answer.data)
    showUndo(savedWords, async () => {
      const undone = await write(Number(now.version), before)
      reload()
      return undone.kind === 'refused' ? undone : undefined
    })
    reload()
    return { kind: 'saved', now }
  }

  async function readTheirs(): Promise<FormSaveOutcome<V>> {
    const theirs = await read()
    return theirs.kind === 'refused' ? theirs : { kind: 'conflict', theirs: versioned<V>(theirs.answer.data) }
  }

  return (
    <div className={styles.setting}>
      <UnsavedGuard isDirty={editing.isDirty} />
      <SpecForm label={label} editing={editing} fields={fields} />
    </div>
  )
}

function versioned<V extends object>({ version, ...values }: V & { version: number }): Versioned<V> {
  return { values: values as unknown as V, version }
}
