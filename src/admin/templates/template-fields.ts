import type { Choices } from '../../contract/admin/choices.ts'
import type { FieldSpec } from '../site/form/field-spec.ts'
import type { TemplateSort, TemplateValues } from './template-values.ts'

const LEFT_OPEN = 'Left to whoever uses it'

/** The fields of a template of that sort. */
export function templateFields(
  { purpose, kind }: TemplateSort,
  { statuses, severities }: Choices,
): FieldSpec<TemplateValues>[] {
  const standing: FieldSpec<TemplateValues>[] = [
    {
      name: 'status_id',
      kind: 'choice',
      label: 'Status',
      isHalf: true,
      none: LEFT_OPEN,
      options: statuses
        .filter(({ is_retired }) => !is_retired)
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
    hint: 'What colleagues find it by. Readers never see it.',
    maxLength: 120,
  }
  if (purpose === 'update') {
    return [
      name,
      { name: 'body', kind: 'rich', label: 'Words of the update', isShort: true },
      ...standing,
      {
        name: 'next_update_minutes',
        kind: 'number',
        label: 'Next update after, in minutes',
        hint: 'Empty: left to whoever uses it.',
        isOptional: true,
      },
    ]
  }
  const isIncident = kind === 'incident'
  return [
    name,
    { name: 'title', kind: 'text', label: 'Title', maxLength: 300 },
    { name: 'summary', kind: 'area', label: 'Summary', maxLength: 2000 },
    { name: 'body', kind: 'rich', label: 'Body' },
    ...(kind === 'notification' ? [] : standing),
    ...(isIncident
      ? ([
          { name: 'customer_impact', kind: 'area', label: 'Customer impact', maxLength: 5000 },
          { name: 'available_workaround', kind: 'area', label: 'Available workaround', maxLength: 5000 },
        ] satisfies FieldSpec<TemplateValues>[])
      : []),
  ]
}
