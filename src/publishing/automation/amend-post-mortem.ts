import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { wasPostMortemNotified } from '../../db/post-mortems.ts'
import { findPublicationByKey } from '../../db/publications.ts'
import { haveStaffTypedPostMortem } from '../../db/record-deeds.ts'
import {
  type ActionState,
  emptyPostMortem,
  PART_NAMES,
  type PostMortemContent,
  type PostMortemPart,
  wholePostMortem,
} from '../../domain/post-mortem.ts'
import { type AskedByPeople, isAskedByPeople, requestApproval } from '../approval/ask-approval.ts'
import { type ChangingPostMortem, openPostMortem } from '../post-mortems/open-post-mortem.ts'
import type { PostMortemRefusal } from '../post-mortems/post-mortem-outcome.ts'
import { publishPostMortemInTransaction } from '../post-mortems/publish-post-mortem.ts'
import { savePostMortemInTransaction, setPostMortemDue } from '../post-mortems/save-post-mortem.ts'
import { htmlOfBody } from './content-of-fields.ts'
import { orTakeBack, TakenBack } from './take-back.ts'

export interface GivenPostMortem extends Partial<Record<PostMortemPart, string>> {
  body_format?: 'text' | 'html' | 'markdown'
  actions?: { words: string; state?: ActionState; due_on?: string | null; done_on?: string | null }[]
}

export interface AmendingPostMortem extends ChangingPostMortem {
  given: GivenPostMortem
  /** Fields that aren't given become empty. Otherwise they stay. */
  isWhole: boolean
  /** Absent: stays. */
  due?: { dueOn: string | null; isWaived: boolean } | undefined
  publishes: boolean
  /**
   * Absent: only for the first publication, and only if no one was notified of an earlier one that was
   * taken off the site.
   */
  notifies: boolean | undefined
  key: string
}

export type AmendPostMortemOutcome =
  | {
      kind: 'amended'
      isWaiting?: boolean
    }
  | {
      kind: 'typed-by-staff'
      /**
       * Beside a published version. Programs read that one, so knowing its version doesn't mean that they
       * know these words.
       */
      isBeside: boolean
    }
  | AskedByPeople
  | PostMortemRefusal

/**
 * Writes the draft, and publishes it if requested, in one transaction. Words that people have typed beside
 * the published version stay as they are: a change that is published immediately applies to what readers
 * see.
 */
export function amendPostMortem(
  db: Kysely<DB>,
  amending: AmendingPostMortem,
): Promise<AmendPostMortemOutcome> {
  const { recordId, version, given, isWhole, due, publishes, notifies, key, actor, mayEdit, now, pass } =
    amending
  const changing = { recordId, actor, mayEdit, now, pass }
  return orTakeBack<AmendPostMortemOutcome>(() =>
    inTransaction(db, async (trx): Promise<AmendPostMortemOutcome> => {
      const current = await openPostMortem(trx, { ...changing, version: undefined })
      if (current.kind !== 'open') return current
      // A retry of a request that went through has an older version.
      const earlier = await findPublicationByKey(trx, key)
      if (earlier?.record_id === recordId) return { kind: 'amended' }
      const opened = await openPostMortem(trx, { ...changing, version })
      if (opened.kind !== 'open') return opened
      const hasWords = Object.keys(given).some((name) => name !== 'body_format') || isWhole
      const hasDraft = (opened.draft?.content ?? null) !== null
      const touches = hasWords || publishes
      // Saving ends a request, so check for one first.
      const areWaiting = await isAskedByPeople(trx, recordId)
      const isBeside = hasDraft && opened.published !== undefined
      const isOfStaff =
        hasDraft &&
        ((isBeside && opened.draft?.saved_by !== null) || (await haveStaffTypedPostMortem(trx, recordId)))
      const isOwn = isBeside && isOfStaff && hasWords && publishes
      if (touches && isOfStaff && !isOwn && (isBeside || version === undefined))
        return { kind: 'typed-by-staff', isBeside }
      const shown = isOwn && opened.published ? wholePostMortem(opened.published.content) : opened.content
      const words = written(isWhole ? emptyPostMortem() : shown, given)
      if (hasWords && !isOwn) {
        const saved = await savePostMortemInTransaction(trx, { ...changing, content: words })
        if (saved.kind !== 'saved') throw new TakenBack<AmendPostMortemOutcome>(saved)
      }
      if (due !== undefined) {
        const planned = await setPostMortemDue(trx, { ...changing, due })
        if (planned.kind !== 'saved') throw new TakenBack<AmendPostMortemOutcome>(planned)
      }
      if (publishes) {
        const isNotifying =
          notifies ?? !(opened.published !== undefined || (await wasPostMortemNotified(trx, recordId)))
        const published = await publishPostMortemInTransaction(trx, {
          ...changing,
          notifies: isNotifying,
          idempotencyKey: key,
          ...(isOwn && { words }),
        })
        if (published.kind === 'needs-approval' && isOwn)
          throw new TakenBack<AmendPostMortemOutcome>({ kind: 'typed-by-staff', isBeside })
        if (published.kind === 'needs-approval' && areWaiting)
          throw new TakenBack<AmendPostMortemOutcome>({ kind: 'asked-by-people' })
        if (published.kind === 'needs-approval') {
          const newest = await openPostMortem(trx, { ...changing, version: undefined })
          const { version: seen = 0 } = newest.kind === 'open' ? (newest.draft ?? {}) : {}
          const act = { act: 'publish-post-mortem', version: seen, notifies: isNotifying } as const
          await requestApproval(trx, { recordId, act, note: '', actor, now })
          return { kind: 'amended', isWaiting: true }
        }
        if (published.kind !== 'published') throw new TakenBack<AmendPostMortemOutcome>(published)
      }
      return { kind: 'amended' }
    }),
  )
}

function written(before: PostMortemContent, { body_format, actions, ...given }: GivenPostMortem) {
  const parts = PART_NAMES.flatMap((name) => {
    const text = given[name]
    return text === undefined ? [] : [[name, htmlOfBody(text, body_format)]]
  })
  return {
    ...before,
    ...(Object.fromEntries(parts) as Partial<Record<PostMortemPart, string>>),
    ...(actions !== undefined && {
      actions: actions.map(({ words, state = 'planned', due_on, done_on = null }) => ({
        words,
        state,
        // Only null removes a due date: programs that report progress don't have to know it.
        due_on: due_on === undefined ? (dueBefore(before, words) ?? null) : due_on,
        done_on,
      })),
    }),
  }
}

function dueBefore({ actions }: PostMortemContent, words: string) {
  return actions.find((action) => action.words === words.trim().replace(/\s+/g, ' '))?.due_on
}
