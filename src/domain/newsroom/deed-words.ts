import { SYSTEM } from '../actor.ts'
import type { RecordKind } from '../record.ts'

/** Replaces the action `publish` if readers hadn't seen the record before. */
export const FIRST_PUBLICATION = 'first-publish'

export interface DeedFacts {
  action: string
  at: Date
  by: string
  isPerson: boolean
}

export const DEEDS_SAID = 3

export function deedWords(deed: DeedFacts, { kind, now }: { kind: RecordKind; now: Date }): string {
  return `${deedDone(deed, { kind })} ${secondsAgoWords(deed.at, now)}`
}

/** `of` names the record if it isn't the one on the screen. */
export function deedDone(
  { action, by, isPerson, isYou = false }: Omit<DeedFacts, 'at'> & { isYou?: boolean },
  { kind, of }: { kind: RecordKind; of?: string | undefined },
): string {
  const isByTimetable = !isPerson && by === SYSTEM.name
  if (isByTimetable && action === FIRST_PUBLICATION) return `${of ?? 'This'} was published as scheduled`
  const doer = isYou ? 'You' : isPerson ? by : isByTimetable ? 'The scheduler' : `“${by}”`
  return `${doer} ${actWords(action, kind, of)}${isYou ? ' in another tab' : ''}`
}

function actWords(action: string, kind: RecordKind, of?: string): string {
  const words = (action === 'resolve' ? RESOLVED[kind] : ACTS[action]) ?? 'changed *'
  const fitting = of === undefined ? words.replace(/\[.*\]/, '') : words.replace(/[[\]]/g, '')
  return fitting.replace('*', () => of ?? 'this')
}

const RESOLVED: Record<RecordKind, string> = {
  incident: 'resolved *',
  maintenance: 'completed *',
  advisory: 'marked * as remediated',
  notification: 'closed *',
}

const ACTS: Readonly<Record<string, string>> = {
  create: 'created *',
  [FIRST_PUBLICATION]: 'published *',
  publish: 'published changes to *',
  'post-update': 'posted an update[ to *]',
  'correct-update': 'corrected an update[ of *]',
  'remove-update': 'removed an update[ of *]',
  reopen: 'reopened *',
  start: 'started *',
  postpone: 'postponed *',
  cancel: 'canceled *',
  archive: 'archived *',
  unpublish: 'withdrew *',
  remind: 'reminded subscribers of *',
  'add-places': 'added affected places to *',
  'note-alerts': 'received more alerts for *',
  'save-draft': 'saved changes to *',
  'discard-draft': 'discarded the unpublished changes of *',
  schedule: 'scheduled *',
  unschedule: 'canceled the scheduled publication of *',
  'ask-approval': 'asked for approval of *',
  'take-back-approval': 'canceled the request for approval of *',
  approve: 'approved *',
  'send-back': 'sent back *',
  'review-without-approval': 'reviewed what was published without approval[ of *]',
  trash: 'discarded *',
  restore: 'restored * from the trash',
  'restore-changes': 'restored discarded changes of *',
  retag: 'changed clouds, places or tags of *',
  delete: 'deleted * for good',
  'delete-changes': 'deleted discarded changes of * for good',
  'plan-post-mortem': 'changed when the post-mortem[ of *] is due',
  'save-post-mortem': 'edited the post-mortem[ of *]',
  'discard-post-mortem': 'discarded the unpublished changes of the post-mortem[ of *]',
  'publish-post-mortem': 'published the post-mortem[ of *]',
  'withdraw-post-mortem': 'withdrew the post-mortem[ of *]',
}

/** To the second: colleagues who work on the same record want to know who was first. */
export function secondsAgoWords(at: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  if (seconds === 0) return 'just now'
  const [amount, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3600
        ? [Math.floor(seconds / 60), 'minute']
        : seconds < 86_400
          ? [Math.floor(seconds / 3600), 'hour']
          : [Math.floor(seconds / 86_400), 'day']
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`
}
