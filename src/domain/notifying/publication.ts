import type { NotificationType } from '../notification-type.ts'
import type { PostMortemContent } from '../post-mortem.ts'
import type { RecordKind } from '../record.ts'
import type { ChangeLine } from '../record-changes.ts'
import type { MessageTextName } from '../record-fields.ts'

export const PUBLICATION_STEPS = [
  'opened',
  'updated',
  'resolved',
  'scheduled',
  'reminded',
  'started',
  'completed',
  'postponed',
  'cancelled',
  'corrected',
  'post_mortem',
] as const
export type PublicationStep = (typeof PUBLICATION_STEPS)[number]

export interface PublicationAudience {
  recordId: number
  kind: RecordKind
  notificationType: NotificationType | null
  step: PublicationStep
  /** The highest severity of the record in messages so far. */
  gravestRank: number
  isReopened?: boolean
  isMoved?: boolean
  cloudIds: readonly number[]
  serviceTids: readonly number[]
  dataCenterTids: readonly number[]
  termTids: readonly number[]
}

/** Absent in publications older than the field. */
type MessageTexts = { [Name in MessageTextName]?: string | null }

/** With its own severity if that differs from the record's, as in `place-states.ts`. */
export interface MessagePlace {
  tid: number
  name: string
  severity_tid?: number
  severity?: string
}

/** Stored with the publication. Times are ISO 8601 in UTC. */
export interface PublicationContent extends MessageTexts {
  title: string
  /** Plain text. */
  summary: string
  status: string
  severity: string
  /** Absent in older publications. */
  severity_tid?: number
  /** The newest update, as sanitized HTML; null if the record itself is the news. */
  update: { id: number; posted_on: string; body: string } | null
  /** Sanitized HTML. */
  body: string
  clouds: readonly { id: number; title: string; domain: string }[]
  services: readonly MessagePlace[]
  data_centers: readonly (MessagePlace & { region_tid: number; region: string })[]
  terms: readonly { tid: number; name: string }[]
  posted_on: string
  from_time: string | null
  to_time: string | null
  closed_on: string | null
  next_update: string | null
  /** The last message said that it is closed, and now it is open again. Otherwise absent. */
  is_reopened?: true
  /** Maintenance that is canceled, or postponed without a new window. Otherwise absent, and in older publications. */
  is_put_off?: true
  /** The window that the previous message about maintenance gave. Absent without one, and in older publications. */
  window_before?: PlannedWindow
  /** An edit gave maintenance another start than the previous message. Otherwise absent, and in older publications. */
  is_moved?: true
  /** Changes of severity and places. Absent if nothing changed, and in older publications. */
  changes?: readonly ChangeLine[]
  /** Only in the step `post_mortem`, as sanitized HTML. */
  post_mortem?: PostMortemContent & { published_on: string; updated_on: string | null }
}

export interface PlannedWindow {
  from_time: string | null
  to_time: string | null
}

export interface Publication extends PublicationAudience {
  id: number
  isUrgent: boolean
  createdAt: Date
  /** The edition that it created. Null: a preview. */
  edition: number | null
  content: PublicationContent
}
