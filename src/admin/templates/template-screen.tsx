import { useParams, useSearchParams } from 'react-router'
import { TEMPLATE_PURPOSES, type Template } from '../../contract/admin/templates.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { recordKindName } from '../parts/record-words.ts'
import { useChoices } from '../parts/use-choices.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { sortsFor } from '../records/record-sorts.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { TemplateForm } from './template-form.tsx'
import type { TemplateSort } from './template-values.ts'

const BACK = { to: '/admin/templates', words: 'All templates' }

export function TemplateScreen() {
  const { id = '' } = useParams()
  return id === 'new' ? <NewTemplate /> : <OneTemplate id={id} />
}

function NewTemplate() {
  const [params] = useSearchParams()
  const sorts = sortsFor(useStaff().roles)
  const { called, choices, reload } = useChoices()
  const purpose = TEMPLATE_PURPOSES.find((name) => name === params.get('purpose')) ?? 'record'
  const wanted = purpose === 'post_mortem' ? 'incident' : params.get('kind')
  const asked = sorts.find(
    ({ kind, notificationType }) => kind === wanted && notificationType === params.get('notification_type'),
  )
  const sort = asked ?? sorts[0]
  if (sort === undefined) return <Screen title="New template">{null}</Screen>
  return (
    <Screen title="New template" lead={leadOf({ purpose, ...sort })} back={BACK}>
      <Loaded called={called} onRetry={reload}>
        {() =>
          choices !== undefined && (
            <TemplateForm key={`${purpose} ${sort.one}`} sort={{ purpose, ...sort }} choices={choices} />
          )
        }
      </Loaded>
    </Screen>
  )
}

function OneTemplate({ id }: { id: string }) {
  const { called, reload } = useStaffAnswer('GET /api/admin/templates', { input: {}, because: '' })
  const choices = useChoices()
  const found = called?.kind === 'done' ? called.answer.data.find((one) => String(one.id) === id) : undefined
  return (
    <Screen
      title={found?.name ?? 'Template'}
      lead={found === undefined ? undefined : leadOf(sortOf(found))}
      back={BACK}
    >
      <Loaded called={called} onRetry={reload}>
        {() =>
          found === undefined ? (
            <EmptyState title="Template not found">
              <p>Someone may have removed it.</p>
            </EmptyState>
          ) : (
            choices.choices !== undefined && (
              <TemplateForm
                key={found.id}
                sort={sortOf(found)}
                template={found}
                choices={choices.choices}
                onSaved={reload}
              />
            )
          )
        }
      </Loaded>
    </Screen>
  )
}

function sortOf(template: Template): TemplateSort {
  const { kind, purpose } = template
  const notificationType = purpose === 'record' ? (template.content.notification_type ?? null) : null
  return { kind, purpose, notificationType }
}

function leadOf({ purpose, kind, notificationType }: TemplateSort) {
  const name = recordKindName({ kind, notification_type: notificationType })
  if (purpose === 'post_mortem') return 'Starts a post-mortem'
  return purpose === 'record' ? `Starts a record: ${name}` : `Starts an update: ${name}`
}
