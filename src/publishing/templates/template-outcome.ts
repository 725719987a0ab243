import { type ListedNotificationType, NOTIFICATION_TYPES } from '../../contract/records.ts'
import type { TemplateRow } from '../../db/templates.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'

export type TemplateRefusal =
  | { kind: 'no-such-template' }
  | { kind: 'not-allowed' }
  | { kind: 'conflict' }
  | { kind: 'wrong'; errors: Readonly<Record<string, string>> }

export type TemplateOutcome = { kind: 'done'; id: number } | TemplateRefusal

/** A notification template without a type needs the right for any type. */
export function mayWriteTemplate(
  { kind, content }: Pick<TemplateRow, 'kind' | 'content'>,
  mayEdit: MayEdit,
): boolean {
  const [clouds, services] = [numbersIn(content.clouds), numbersIn(content.services)]
  if (kind !== 'notification') return mayEdit({ kind, notificationType: null, clouds, services })
  return typesOf(content).some((notificationType) => mayEdit({ kind, notificationType, clouds, services }))
}

function numbersIn(listed: unknown): number[] {
  return Array.isArray(listed) ? listed.filter((id) => typeof id === 'number') : []
}

function typesOf({ notification_type }: TemplateRow['content']): readonly ListedNotificationType[] {
  const type = NOTIFICATION_TYPES.find((known) => known === notification_type)
  return type === undefined ? NOTIFICATION_TYPES : [type]
}
