import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Template } from '../../contract/admin/templates.ts'
import type { RecordKind } from '../../domain/record.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { counted } from '../../ui/parts/words.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { KIND_WORDS, recordKindName } from '../parts/record-words.ts'
import { showUndo } from '../parts/show-undo.tsx'
import { OrderList } from '../site/order/order-list.tsx'
import styles from './template-groups.module.css'

const KINDS = Object.keys(KIND_WORDS) as RecordKind[]

export function TemplateGroups({
  templates,
  onOrder,
  onChanged,
}: {
  templates: readonly Template[]
  onOrder: (ids: number[], before: number[]) => void
  onChanged: () => void
}) {
  const [removed, setRemoved] = useState<Template>()
  return (
    <div className={styles.groups}>
      {KINDS.map((kind) => {
        const group = templates.filter((template) => template.kind === kind)
        if (group.length === 0) return null
        const before = group.map(({ id }) => id)
        const rowOf = (template: Template) => (
          <Row template={template} onRemove={() => setRemoved(template)} />
        )
        return (
          <section key={kind} className={styles.group} aria-label={KIND_WORDS[kind].many}>
            <h2>{KIND_WORDS[kind].many}</h2>
            {group.every(({ can_edit }) => can_edit) ? (
              <OrderList
                label={`${KIND_WORDS[kind].many}, in their order`}
                items={group}
                onOrder={(ids) => onOrder(ids, before)}
              >
                {rowOf}
              </OrderList>
            ) : (
              <Plain templates={group}>{rowOf}</Plain>
            )}
          </section>
        )
      })}
      {removed !== undefined && (
        <RemoveTemplate
          template={removed}
          order={templates.filter(({ kind }) => kind === removed.kind).map(({ id }) => id)}
          onChanged={onChanged}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </div>
  )
}

function Plain({
  templates,
  children,
}: {
  templates: readonly Template[]
  children: (template: Template) => ReactNode
}) {
  return (
    <ul className={styles.plain}>
      {templates.map((template) => (
        <li key={template.id}>{children(template)}</li>
      ))}
    </ul>
  )
}

function Row({ template, onRemove }: { template: Template; onRemove: () => void }) {
  const { id, name, kind, purpose, content, asks_for, can_edit } = template
  const type = purpose === 'record' ? (content.notification_type ?? null) : null
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{can_edit ? <Link to={`/admin/templates/${id}`}>{name}</Link> : name}</p>
        <p className={styles.facts}>
          {type !== null && `${recordKindName({ kind, notification_type: type })}. `}
          {purpose === 'post_mortem' ? 'For post-mortems.' : asksInWords(asks_for)}
        </p>
      </div>
      {can_edit && (
        <button type="button" className="button" onClick={onRemove}>
          Remove<span className="hidden"> {name}</span>
        </button>
      )}
    </div>
  )
}

function asksInWords(asked: readonly string[]) {
  if (asked.length === 0) return 'Asks for nothing.'
  return `Asks for ${counted(asked.length, 'thing')}: ${asked.map((one) => one.replaceAll('_', ' ')).join(', ')}.`
}

function RemoveTemplate({
  template,
  order,
  onChanged,
  onClose,
}: {
  template: Template
  order: readonly number[]
  onChanged: () => void
  onClose: () => void
}) {
  const { id, name, version } = template
  async function remove(): Promise<Refusal | undefined> {
    const removed = await callAccount('POST /api/admin/templates/:id/remove', { id, version })
    onChanged()
    if (removed.kind === 'refused') return removed
    showUndo(`The template “${name}” was removed.`, putBack)
    return undefined
  }
  async function putBack() {
    const { kind } = template
    const { purpose, content } = template
    const again = await callAccount('POST /api/admin/templates', { kind, name, [purpose]: content })
    if (again.kind === 'refused') return again
    const ids = order.map((one) => (one === id ? again.answer.data.id : one))
    const ordered = await callAccount('POST /api/admin/templates/order', { ids })
    onChanged()
    return ordered.kind === 'refused' ? ordered : undefined
  }
  return (
    <ConfirmDialog
      question={`Remove the template “${name}”?`}
      yes="Remove"
      busyYes="Removing…"
      onYes={remove}
      onClose={onClose}
    >
      <p>It can’t be used anymore. Records started with it stay as they are.</p>
    </ConfirmDialog>
  )
}
