import {
  type AdvisoryFacts,
  DETAILS_CHARACTERS,
  factsOf,
  factsToStore,
  REMEDIATION_CATEGORIES,
  REMEDIATION_WORDS,
  REMEDIATIONS_AT_MOST,
  type Remediation,
  type RemediationCategory,
  URL_CHARACTERS,
} from '../../../domain/csaf/advisory-facts.ts'
import { wrongRemediations } from '../../../domain/csaf/check-advisory.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { InputField, TextAreaField } from '../../parts/text-fields.tsx'
import { useEditing } from '../editor-context.ts'
import styles from './rows-field.module.css'
import { RowsField } from './rows-field.tsx'

const EMPTY: Remediation = { category: 'vendor_fix', details: '', url: null }

export function RemediationsField() {
  const { content, isReadOnly, errorOf } = useEditing()
  const change = useAdvisory()
  const rows = factsOf(content.advisory).remediations
  const wrong = errorOf('advisory.remediations') === undefined ? [] : wrongRemediations(rows)
  const errorAt = (at: number, of: string) =>
    wrong.find(({ row, part }) => row === at && part === of)?.sentence
  return (
    <RowsField
      field="advisory.remediations"
      legend="Remedies"
      hint="What customers can do, or that there is nothing to do. Their tools read it."
      one="remedy"
      rows={rows}
      most={REMEDIATIONS_AT_MOST}
      empty={EMPTY}
      hasErrorInRow={wrong.length > 0}
      onChange={(remediations) => change({ remediations })}
    >
      {({ category, details, url }, index, set) => (
        <>
          <ChoiceField
            name={`remedy-${index + 1}`}
            label={`Remedy ${index + 1}`}
            value={category}
            onPick={(picked) => set({ category: picked as RemediationCategory })}
          >
            {REMEDIATION_CATEGORIES.map((each) => (
              <option key={each} value={each}>
                {REMEDIATION_WORDS[each]}
              </option>
            ))}
          </ChoiceField>
          <InputField
            label="URL"
            hint="https://…, or empty"
            error={errorAt(index, 'url')}
            maxLength={URL_CHARACTERS}
            value={url ?? ''}
            readOnly={isReadOnly}
            onChange={(typed) => set({ url: typed.trim() === '' ? null : typed.trim() })}
          />
          <div className={styles.wide}>
            <TextAreaField
              label="Description"
              rows={2}
              error={errorAt(index, 'details')}
              maxLength={DETAILS_CHARACTERS}
              value={details}
              readOnly={isReadOnly}
              onChange={(typed) => set({ details: typed })}
            />
          </div>
        </>
      )}
    </RowsField>
  )
}

export function useAdvisory() {
  const { content, change } = useEditing()
  return (patch: Partial<AdvisoryFacts>) =>
    change({ advisory: factsToStore({ ...factsOf(content.advisory), ...patch }) })
}
