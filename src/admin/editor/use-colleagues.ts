import { useEffect, useMemo } from 'react'
import type { PersonPresent } from '../../contract/admin/presence.ts'
import { newsFor } from '../records/colleagues/record-watch.ts'
import { useRecordWatch } from '../records/colleagues/use-record-watch.ts'
import type { DraftKeeper } from './keep/draft-keeper.ts'
import type { DraftState } from './keep/draft-state.ts'

export interface EditorColleagues {
  people: readonly PersonPresent[]
  /** Says who discarded the record. */
  gone: string | undefined
  /**
   * Changes with every note and action. Null without permission to read them, undefined before the first
   * answer.
   */
  team: string | null | undefined
}

/**
 * If the user isn't typing, the editor shows the newest state at once. Otherwise it says so, and the next
 * save or a click merges it.
 */
export function useColleagues(keeper: DraftKeeper, draft: DraftState): EditorColleagues {
  const { version, record } = draft
  const edition = record?.edition ?? 0
  const watched = useRecordWatch(record?.id, { version, edition, isPosting: false })
  // A save or a choice between versions is in progress, and takes in the changes itself.
  const isDeciding = draft.saving.kind === 'saving' || draft.theirs !== undefined
  const news = useMemo(() => {
    const deeds = isDeciding ? undefined : newsFor(watched, { version, edition })
    return deeds === undefined || watched?.kind !== 'watched' ? undefined : { deeds, now: watched.data.now }
  }, [watched, version, edition, isDeciding])
  useEffect(() => {
    const isOwn = news?.deeds.length !== 0 && news?.deeds.every(({ is_you }) => is_you) === true
    // Probably what this page is sending right now.
    if (isOwn && hasDialog()) return
    keeper.showNews(news)
    if (news !== undefined && !keeper.isDirty() && !isTyping()) void keeper.lookAgain()
  }, [keeper, news])
  return useMemo(
    () => ({
      people: watched?.kind === 'watched' ? watched.data.people : [],
      gone: watched?.kind === 'gone' ? watched.message : undefined,
      team: watched?.kind === 'watched' ? watched.data.team : undefined,
    }),
    [watched],
  )
}

function isTyping() {
  const focused = document.activeElement
  return hasDialog() || focused?.matches('input, textarea, select, [contenteditable="true"]') === true
}

function hasDialog() {
  return document.querySelector('dialog[open]') !== null
}
