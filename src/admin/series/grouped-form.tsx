import { FormAlert } from '../../ui/forms/form-alert.tsx'
import { FieldSet } from '../parts/field-set.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { ConflictView } from '../site/conflict/conflict-view.tsx'
import { SpecField } from '../site/form/spec-field.tsx'
import type { Editing } from '../site/form/use-editing.ts'
import styles from './grouped-form.module.css'
import type { FieldGroup } from './series-fields.tsx'
import type { SeriesValues } from './series-values.ts'

/** A long form in parts that have names. When somebody else was first it shows both versions instead. */
export function GroupedForm({
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
      className={styles.form}
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
          {isBusy ? 'Saving…' : isNew ? 'Begin the series' : 'Save'}
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
