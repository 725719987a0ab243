import { FEEDS, feedPath } from '../../domain/feed-name.ts'
import { maintenanceCalendarPath } from '../../domain/machine-paths.ts'
import type { Followed } from './follow-panel.tsx'

/** One entry per update: chats post each entry once. */
export function feedOf({ choice, kind }: Followed): string {
  const feed = kind === 'maintenance' ? FEEDS.maintenance : FEEDS.incidents
  return `${feedPath(feed, choice.cloud)}&items=updates`
}

/** Only maintenance has a time to put into a calendar. */
export function calendarOf({ choice, kind }: Followed): string | undefined {
  return kind === undefined || kind === 'maintenance' ? maintenanceCalendarPath(choice.cloud) : undefined
}
