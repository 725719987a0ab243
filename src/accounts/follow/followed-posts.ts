import { followedRecordIds, followRecord, unfollowRecord } from '../../db/follows.ts'
import { holdSubscriber } from '../../db/subscriptions.ts'
import type { SubscriptionAction } from '../../domain/notifying/subscribable.ts'
import type { AccountsDesk } from '../accounts.ts'

export function followedPosts({ db }: AccountsDesk, userId: number): Promise<number[]> {
  return followedRecordIds(db, userId)
}

export type FollowedPostChange = { kind: 'changed'; ids: number[] } | { kind: 'no-account' }

export function changeFollowedPost(
  { db }: AccountsDesk,
  of: { userId: number; recordId: number; action: SubscriptionAction; now: Date },
): Promise<FollowedPostChange> {
  const { userId, action } = of
  return db.transaction().execute(async (trx): Promise<FollowedPostChange> => {
    if (!(await holdSubscriber(trx, userId))) return { kind: 'no-account' }
    await (action === 'subscribe' ? followRecord(trx, of) : unfollowRecord(trx, of))
    return { kind: 'changed', ids: await followedRecordIds(trx, userId) }
  })
}
