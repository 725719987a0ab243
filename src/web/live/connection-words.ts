import { momentWords } from '../../ui/times/moment-words.ts'
import type { SiteContact } from './following.ts'

export const LOST_WORDS = {
  before: 'No connection to this site since ',
  after: '. Showing the last version; reconnecting.',
}

export function maintenanceWords(reason?: string) {
  const why = reason === undefined ? '' : `${reason} `
  return `This site is down for maintenance. ${why}Other pages can\u2019t be opened now. This page updates as soon as the site is back.`
}

/** For pages that React has not taken over. */
export function connectionWords({ lostSince, isInMaintenance }: SiteContact, now: Date): string {
  if (lostSince === undefined) return isInMaintenance ? maintenanceWords() : ''
  const since = momentWords(lostSince.toISOString(), {
    zone: 'UTC',
    precision: 'minute',
    after: now.toISOString(),
  })
  return LOST_WORDS.before + since + LOST_WORDS.after
}
