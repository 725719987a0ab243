import { Link } from 'react-router'
import { TEMPLATE_PURPOSES, type Template, type TemplatePurpose } from '../../contract/admin/templates.ts'
import { can, capabilityToEdit } from '../../domain/access.ts'
import { STARTER_TEMPLATES } from '../../domain/newsroom/starter-templates.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ActionMenu } from '../parts/action-menu.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { showUndo } from '../parts/show-undo.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { sortsFor } from '../records/record-sorts.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { TemplateGroups } from './template-groups.tsx'

const TITLES: Record<TemplatePurpose, string> = {
  record: 'For new records',
  update: 'For updates',
  post_mortem: 'For post-mortems',
}

/** Z-02: prepared texts, for three in the morning. */
export function TemplatesScreen() {
  const { query, change } = useQuery(['purpose'] as const)
  const purpose = TEMPLATE_PURPOSES.find((name) => name === query.purpose) ?? 'record'
  const { called, reload } = useStaffAnswer('GET /api/admin/templates', { input: {}, because: '' })

  async function order(ids: number[], before: number[]) {
    const ordered = await callAccount('POST /api/admin/templates/order', { ids })
    reload()
    if (ordered.kind === 'refused') return showToast(ordered.message, { isProblem: true })
    return showUndo('The order is saved.', async () => {
      const undone = await callAccount('POST /api/admin/templates/order', { ids: before })
      reload()
      return undone.kind === 'refused' ? undone : undefined
    })
  }

  return (
    <Screen
      title="Templates"
      lead={
        <>
          Prepared texts. Placeholders such as {'{{start}}'} or {'{{services}}'} are filled in automatically;
          any other name in double braces is asked for when the template is used.
        </>
      }
      actions={
        <ActionMenu words="New template" look="primary">
          <NewTemplateLinks purpose={purpose} />
        </ActionMenu>
      }
    >
      <Loaded called={called} onRetry={reload}>
        {({ data }) => (
          <Tabs
            label="Templates by purpose"
            tabs={TEMPLATE_PURPOSES.map((name) => ({
              name,
              title: TITLES[name],
              count: data.filter((template) => template.purpose === name).length,
            }))}
            current={purpose}
            onPick={(name) => change({ purpose: name === 'record' ? '' : name })}
          >
            <Shown
              purpose={purpose}
              templates={data.filter((template) => template.purpose === purpose)}
              hasNone={data.length === 0}
              onChanged={reload}
            >
              {(templates) => <TemplateGroups templates={templates} onOrder={order} onChanged={reload} />}
            </Shown>
          </Tabs>
        )}
      </Loaded>
    </Screen>
  )
}

function Shown({
  purpose,
  templates,
  hasNone,
  onChanged,
  children,
}: {
  purpose: TemplatePurpose
  templates: readonly Template[]
  hasNone: boolean
  onChanged: () => void
  children: (templates: readonly Template[]) => React.ReactNode
}) {
  if (templates.length > 0) return <>{children(templates)}</>
  if (purpose === 'post_mortem') return <ShippedPostMortem />
  return (
    <EmptyState title="No templates yet" action={hasNone ? <AddStarters onAdded={onChanged} /> : undefined}>
      <p>Write one for recurring situations: who is affected, what is known, when the next update comes.</p>
    </EmptyState>
  )
}

function ShippedPostMortem() {
  const isWritable = sortsFor(useStaff().roles).some(({ kind }) => kind === 'incident')
  return (
    <EmptyState
      title="The built-in template is in use"
      action={
        isWritable ? (
          <Link className="button" to="/admin/templates/new?purpose=post_mortem">
            Change it
          </Link>
        ) : undefined
      }
    >
      <p>
        It asks what happened, who was affected, why, and what we do about it. A template of your own replaces
        it.
      </p>
    </EmptyState>
  )
}

function AddStarters({ onAdded }: { onAdded: () => void }) {
  const { roles } = useStaff()
  const offered = STARTER_TEMPLATES.filter(({ kind }) =>
    can(roles, capabilityToEdit({ kind, notificationType: null })),
  )
  if (offered.length === 0) return null
  async function add() {
    for (const { name, kind, purpose, content } of offered) {
      const written = purpose === 'record' ? { record: content } : { update: content }
      const added = await callAccount('POST /api/admin/templates', { kind, name, ...written })
      if (added.kind === 'refused') {
        showToast(added.message, { isProblem: true })
        break
      }
    }
    onAdded()
  }
  return (
    <BusyButton busyWords="Adding…" onPress={add}>
      Add {offered.length} ready-made templates
    </BusyButton>
  )
}

/** Z-05: templates that the user may create. An update template has a kind, but no type. */
function NewTemplateLinks({ purpose }: { purpose: TemplatePurpose }) {
  const sorts = sortsFor(useStaff().roles)
  const offered = purpose === 'post_mortem' ? sorts.filter(({ kind }) => kind === 'incident') : sorts
  return offered.map(({ kind, notificationType, one }) => {
    const query = new URLSearchParams({ purpose, kind })
    if (notificationType !== null) query.set('notification_type', notificationType)
    return (
      <Link key={one} to={`/admin/templates/new?${query}`}>
        {one}
      </Link>
    )
  })
}
