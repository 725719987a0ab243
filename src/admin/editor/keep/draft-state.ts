import type { RecordDeed } from '../../../contract/admin/presence.ts'
import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'
import { changedFields } from '../../../domain/newsroom/changed-fields.ts'
import type { ContentField } from '../../../domain/newsroom/record-content.ts'
import type { Called } from '../../../ui/account/call-account.ts'
import type { LocalCopy } from './local-copy.ts'

export interface DraftCalls {
  begin(content: RecordContent, key: string): Promise<Called<'POST /api/admin/records'>>
  save(
    id: number,
    of: { version: number; content: RecordContent },
  ): Promise<Called<'POST /api/admin/records/:id/draft'>>
  read(id: number): Promise<Called<'GET /api/admin/records/:id'>>
  /** Returns whether this browser has stored it. */
  hold(copy: LocalCopy): boolean
  letGo(id: number | undefined): void
  now(): Date
  newKey(): string
}

export type Saving =
  | { kind: 'unchanged' }
  | { kind: 'typing' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'conflict' }

/** What happened to the record, and the server time when this page learned of it. */
export interface RecordNews {
  deeds: readonly RecordDeed[]
  now: string
}

/** Z-07: changes by others must be reviewed before publishing. */
export const MERGED_MEANWHILE =
  'Someone changed it in the meantime. Their changes are merged: review it, then publish.'

export function hasMergedSince<T extends object>(seen: T | undefined, takenIn: T | undefined): boolean {
  return takenIn !== undefined && takenIn !== seen
}

interface TakenIn {
  by: string | undefined
  fields: readonly ContentField[]
  state: 'published' | 'unpublished' | 'unscheduled' | undefined
  news: RecordNews | undefined
}

export interface DraftState {
  record: AdminRecord | undefined
  /** The content on the server, as far as this editor knows. */
  base: RecordContent
  version: number | undefined
  content: RecordContent
  saving: Saving
  errors: Readonly<Record<string, string>>
  takenIn: TakenIn | undefined
  /** Changes by others that this editor doesn't show yet. */
  news: RecordNews | undefined
  /** The other user's version during a conflict. */
  theirs: AdminRecord | undefined
  isHeld: boolean
}

export function workingCopyOf({ draft, content }: AdminRecord): RecordContent {
  return draft?.content ?? content
}

export function isUnpublishedChange({ record, content }: Pick<DraftState, 'record' | 'content'>): boolean {
  return record !== undefined && changedFields(record.content, content).length > 0
}

/** Typing the first words creates a record; opening the editor does not. */
export function isWorthSaving({ title, summary, body }: RecordContent) {
  return title.trim() !== '' || summary.trim() !== '' || body !== ''
}

/** Whether a scheduled record was edited after the version that goes out. */
export function isChangedSince({ record, content }: Pick<DraftState, 'record' | 'content'>): boolean {
  const confirmed = record?.state === 'scheduled' ? record.scheduled : null
  return confirmed !== null && changedFields(confirmed.content, content).length > 0
}

export function stateNews(before: AdminRecord | undefined, after: AdminRecord) {
  if (before === undefined || before.state === after.state) return undefined
  if (before.state === 'scheduled' && after.state === 'draft') return 'unscheduled'
  return after.state === 'published' || after.state === 'unpublished' ? after.state : undefined
}
