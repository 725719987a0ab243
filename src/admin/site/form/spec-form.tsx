import { Fragment, type ReactNode } from 'react'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { ConflictView } from '../conflict/conflict-view.tsx'
import type { FieldSpec } from './field-spec.ts'
import { SpecField } from './spec-field.tsx'
import styles from './spec-form.module.css'
import type { Editing } from './use-editing.ts'

export function SpecForm<V extends object>({
  label,
  editing,
  fields,
  isNew = false,
  headings = {},
  saveWords = 'Save',
  children,
}: {
  label: string
  editing: Editing<V>
  fields: readonly FieldSpec<V>[]
  isNew?: boolean
  headings?: Partial<Record<keyof V & string, string>>
  saveWords?: string
  children?: ReactNode
}) {
  const { values, isBusy, isDirty, theirs } = editing
  if (theirs !== undefined) return <ConflictView editing={editing} fields={fields} />
  const asked = fields.filter(({ isAsked }) => isAsked === undefined || isAsked(values))
  return (
    <form
      ref={editing.form}
      className={styles.form}
      aria-label={label}
      noValidate
      aria-busy={isBusy}
      onSubmit={editing.onSubmit}
    >
      <FormAlert ref={editing.alert} problem={editing.problem} isPast={isBusy} />
      <div className={styles.fields}>
        {asked.map((spec) => (
          <Fragment key={`${spec.kind} ${spec.name}`}>
            {headings[spec.name] !== undefined && <h2 className={styles.heading}>{headings[spec.name]}</h2>}
            <div data-half={spec.isHalf ? '' : undefined} data-kind={spec.kind}>
              <SpecField spec={spec} editing={editing} />
            </div>
          </Fragment>
        ))}
      </div>
      {children}
      <FormButtons note={isDirty && !isNew ? 'Not saved yet.' : undefined}>
        <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Saving…' : isNew ? 'Add' : saveWords}
        </button>
        {isDirty && (
          <button type="button" className="button" onClick={editing.discard}>
            {isNew ? 'Clear' : 'Discard changes'}
          </button>
        )}
      </FormButtons>
    </form>
  )
}
