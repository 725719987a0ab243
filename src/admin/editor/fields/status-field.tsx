import { statusFits } from '../../../domain/newsroom/status-fits.ts'
import choiceStyles from '../../../ui/forms/choice-field.module.css'
import { FieldFrame } from '../../../ui/forms/field-frame.tsx'
import { Caret } from '../../../ui/parts/caret.tsx'
import { useEditing } from '../editor-context.ts'

/** Published records are closed by a separate action, which posts an update. */
export function StatusField() {
  const { content, change, choices, isReadOnly, idOf, errorOf } = useEditing()
  const offered = choices.statuses.filter(
    (status) => status.id === content.status_id || (!status.is_retired && statusFits(content.kind, status)),
  )
  return (
    <FieldFrame id={idOf('status_id')} label="Status" hint={undefined} error={errorOf('status_id')}>
      {(described) => (
        <span className={choiceStyles.field}>
          <select
            {...described}
            id={idOf('status_id')}
            className={choiceStyles.select}
            value={content.status_id}
            disabled={isReadOnly}
            onChange={(event) => change({ status_id: Number(event.currentTarget.value) })}
          >
            {offered.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Caret className={choiceStyles.caret} />
        </span>
      )}
    </FieldFrame>
  )
}
