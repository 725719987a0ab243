import { TemplateChoice, useTemplates } from '../../editor/templates/template-choice.tsx'
import type { useChoices } from '../../parts/use-choices.ts'
import { type TemplateStep, templateFits } from '../status-fits.ts'
import type { LifeRecord } from './life-record.ts'
import { useFilledUpdate } from './use-filled-update.ts'
import type { useStoredWords } from './use-stored-words.ts'

/** For steps that set their own status: of a template they only take the words. */
export function useStepTemplate(
  step: Exclude<TemplateStep, 'update'>,
  {
    record,
    stored,
    label,
    choices: { called, choices },
  }: {
    record: LifeRecord
    stored: ReturnType<typeof useStoredWords>
    /** Of the field that the words are inserted into. */
    label: string
    choices: ReturnType<typeof useChoices>
  },
) {
  const update = useFilledUpdate(record.id, { choices, stored })
  const { templates, isLoading } = useTemplates(record.kind, 'update')
  return {
    isReady: called !== undefined && !isLoading && !update.isInserting,
    field: (
      <TemplateChoice
        // Without the choices it couldn't name services and data centers.
        templates={
          choices &&
          templates?.filter((template) =>
            templateFits(template, { step, record, statuses: choices.statuses }),
          )
        }
        typedIn={() => (update.hasOwnWords() ? [label] : [])}
        onUse={({ content }, values, { keepsTyped }) => {
          if (!keepsTyped) void update.insert(content.body, values)
        }}
      />
    ),
  }
}
