import { useCallback, useEffect, useState } from 'react'
import type { PersonPresent, RecordDeed } from '../../contract/admin/presence.ts'
import { newsFor, withNewDeeds } from '../records/colleagues/record-watch.ts'
import { useRecordWatch } from '../records/colleagues/use-record-watch.ts'
import type { PostMortemKeeper, PostMortemState } from './post-mortem-keeper.ts'

export interface PostMortemColleagues {
  people: readonly PersonPresent[]
  /** What others did that readers saw since this page was opened or its author last published. */
  news: { deeds: readonly RecordDeed[]; now: string } | undefined
  forgetNews: () => void
  gone: string | undefined
}

/**
 * Changes by colleagues are merged at once. The notice that someone published stays on the screen, because it
 * changes what publishing from here would do.
 */
export function usePostMortemColleagues(
  recordId: number,
  {
    keeper,
    draft: { about, version },
    isPosting,
  }: { keeper: PostMortemKeeper; draft: PostMortemState; isPosting: boolean },
): PostMortemColleagues {
  const { edition } = about
  const watched = useRecordWatch(recordId, { edition, isPosting, isPostMortem: true })
  const [deeds, setDeeds] = useState<readonly RecordDeed[]>([])
  useEffect(() => {
    if (watched?.kind !== 'watched') return
    const { data } = watched
    const newest = newsFor(watched, { edition })?.filter(({ is_you }) => !is_you) ?? []
    setDeeds((before) => withNewDeeds(before, newest))
    if (data.post_mortem > version || (data.edition ?? 0) > edition) void keeper.lookAgain()
  }, [keeper, watched, version, edition])
  return {
    people: watched?.kind === 'watched' ? watched.data.people : [],
    news: watched?.kind === 'watched' && deeds.length > 0 ? { deeds, now: watched.data.now } : undefined,
    forgetNews: useCallback(() => setDeeds([]), []),
    gone: watched?.kind === 'gone' ? watched.message : undefined,
  }
}
