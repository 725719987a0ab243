import {
  factsOf,
  PRODUCT_STATUS_WORDS,
  PRODUCT_STATUSES,
  type ProductStatus,
} from '../../../domain/csaf/advisory-facts.ts'
import choiceStyles from '../../../ui/forms/choice-field.module.css'
import { FieldFrame } from '../../../ui/forms/field-frame.tsx'
import { Caret } from '../../../ui/parts/caret.tsx'
import { useEditing } from '../editor-context.ts'
import { useAdvisory } from './use-advisory.ts'

export function ProductStatusField() {
  const { content, isReadOnly, idOf, errorOf } = useEditing()
  const change = useAdvisory()
  const id = idOf('advisory.product_status')
  return (
    <FieldFrame
      id={id}
      label="The clouds and services are"
      hint="Based on its status: affected while it is open and names a vulnerability, fixed once it is closed."
      error={errorOf('advisory.product_status')}
    >
      {(described) => (
        <span className={choiceStyles.field}>
          <select
            {...described}
            id={id}
            className={choiceStyles.select}
            value={factsOf(content.advisory).product_status ?? ''}
            disabled={isReadOnly}
            onChange={({ currentTarget: { value } }) =>
              change({ product_status: value === '' ? null : (value as ProductStatus) })
            }
          >
            <option value="">Based on status</option>
            {PRODUCT_STATUSES.map((each) => (
              <option key={each} value={each}>
                {PRODUCT_STATUS_WORDS[each]}
              </option>
            ))}
          </select>
          <Caret className={choiceStyles.caret} />
        </span>
      )}
    </FieldFrame>
  )
}
