import { countChosen } from '../../domain/chosen-places.ts'
import { FEEDS, feedPath, placesFeedPath, postFeedPath } from '../../domain/feed-name.ts'
import { maintenanceCalendarPath } from '../../domain/machine-paths.ts'
import type { FollowOffer } from './follow-panel.tsx'

type Format = 'json' | 'atom' | undefined

/** The feed of exactly this choice, with one entry per update: chats post each entry once. */
export function feedOf({ choice }: Pick<FollowOffer, 'choice'>, format?: Format): string {
  const { cloud } = choice
  if (choice.kind === 'record') return `${postFeedPath(cloud, choice.record, format)}&items=updates`
  return countChosen(choice.places) === 0
    ? `${feedPath(FEEDS.incidents, cloud, format)}&items=updates`
    : `${placesFeedPath(cloud, choice.places, format)}&items=updates`
}

/** Only maintenance has a time to put into a calendar, and a post that is open has its window on its page. */
export function calendarOf({ choice }: Pick<FollowOffer, 'choice'>): string | undefined {
  if (choice.kind === 'record') return undefined
  return countChosen(choice.places) === 0
    ? maintenanceCalendarPath(choice.cloud)
    : maintenanceCalendarPath(choice.cloud, choice.places)
}
