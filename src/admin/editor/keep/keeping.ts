import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'
import type { ContentField } from '../../../domain/newsroom/record-content.ts'
import type { Called } from '../../../ui/account/call-account.ts'
import type { LocalCopy } from './local-copy.ts'

/** How what is typed comes to the server and into this browser. */
export interface Keeping {
  begin(content: RecordContent, key: string): Promise<Called<'POST /api/admin/records'>>
  save(
    id: number,
    of: { version: number; content: RecordContent },
  ): Promise<Called<'POST /api/admin/records/:id/draft'>>
  read(id: number): Promise<Called<'GET /api/admin/records/:id'>>
  /** Whether this browser has it. */
  hold(copy: LocalCopy): boolean
  /** It is on the server. */
  letGo(id: number | undefined): void
  now(): Date
  newKey(): string
}

export type Saving =
  | { kind: 'unchanged' }
  /** Saved in a moment. */
  | { kind: 'typing' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Tried again by itself. */
  | { kind: 'unreachable' }
  /** Goes on once somebody is signed in again. */
  | { kind: 'signed-out' }
  /** The server does not take it as it is. The next change is tried. */
  | { kind: 'refused'; status: number; message: string }
  /** Somebody else saved meanwhile, and both changed the same. */
  | { kind: 'conflict' }

/** What of others came in while somebody typed. */
interface TakenIn {
  by: string | undefined
  fields: readonly ContentField[]
  /** Readers see it, or see it no more, since. */
  state: 'published' | 'unpublished' | undefined
}

/** A record as it stands in an editor. */
export interface Kept {
  /** As the server last told; undefined before there is any. */
  record: AdminRecord | undefined
  /** What the server holds, as far as this editor knows. */
  base: RecordContent
  version: number | undefined
  /** As it is typed. */
  content: RecordContent
  saving: Saving
  /** By field, as the server says it. */
  errors: Readonly<Record<string, string>>
  takenIn: TakenIn | undefined
  /** What the other person made of it, while somebody has to choose. */
  theirs: AdminRecord | undefined
  /** Whether what is not on the server is in this browser. */
  isHeld: boolean
}

/** The working copy of a record: its draft, or where there is none what readers see. */
export function workingCopyOf({ draft, content }: AdminRecord): RecordContent {
  return draft?.content ?? content
}

/** A record is begun with its first words, not by opening the editor. */
export function isWorthKeeping({ title, summary, body }: RecordContent) {
  return title.trim() !== '' || summary.trim() !== '' || body !== ''
}

/** Whether readers see it, or see it no more, since. */
export function stateNews(before: AdminRecord | undefined, after: AdminRecord) {
  if (before === undefined || before.state === after.state) return undefined
  return after.state === 'published' || after.state === 'unpublished' ? after.state : undefined
}
