import type { RecordRow } from '../../contract/admin/records.ts'
import type { NotificationType } from '../../domain/notification-type.ts'
import type { RecordKind } from '../../domain/record.ts'
import type { Tone } from '../../ui/parts/tone.ts'

export const KIND_WORDS: Record<RecordKind, { one: string; many: string }> = {
  incident: { one: 'Incident', many: 'Incidents' },
  maintenance: { one: 'Maintenance', many: 'Maintenance' },
  advisory: { one: 'Security advisory', many: 'Security advisories' },
  notification: { one: 'Notification', many: 'Notifications' },
}

export const NOTIFICATION_TYPE_WORDS: Record<NotificationType, { one: string; many: string }> = {
  url_change_notification: { one: 'URL category notification', many: 'URL category notifications' },
  cloud_app: { one: 'Cloud app notification', many: 'Cloud app notifications' },
  advisories: { one: 'Advisory notification', many: 'Advisory notifications' },
  sub_processor: { one: 'Sub-processor notification', many: 'Sub-processor notifications' },
}

export function recordKindName({
  kind,
  notification_type,
}: Pick<RecordRow, 'kind' | 'notification_type'>): string {
  return kind === 'notification' && notification_type !== null
    ? NOTIFICATION_TYPE_WORDS[notification_type].one
    : KIND_WORDS[kind].one
}

export function recordStateWords({
  state,
  has_draft,
  is_waiting,
}: Pick<RecordRow, 'state' | 'has_draft'> & Partial<Pick<RecordRow, 'is_waiting'>>): {
  word: string
  tone: Tone
} {
  if (is_waiting) return { word: 'Waiting for approval', tone: 'degradation' }
  switch (state) {
    case 'draft':
      return { word: 'Draft', tone: 'quiet' }
    case 'scheduled':
      return has_draft
        ? { word: 'Scheduled, changed', tone: 'degradation' }
        : { word: 'Scheduled', tone: 'quiet' }
    case 'unpublished':
      return { word: 'Withdrawn', tone: 'quiet' }
    case 'published':
      return has_draft
        ? { word: 'Changed, not published', tone: 'degradation' }
        : { word: 'Published', tone: 'up' }
  }
}
