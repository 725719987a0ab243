import type { PostRecord } from '../../contract/records.ts'

const KINDS: Record<PostRecord['post_type'], string> = {
  incident: 'Incident',
  maintenance: 'Maintenance',
  advisory: 'Security advisory',
  notification: 'Notification',
}

export function kindWords({ post_type }: Pick<PostRecord, 'post_type'>): string {
  return KINDS[post_type]
}

const TYPES: Record<NonNullable<PostRecord['type']>, string> = {
  core_cloud_services: 'Core cloud services',
  core_cloud_services_maintenance: 'Core cloud services',
  datacenter_issue: 'Data centers',
  datacenter_maintenance: 'Data centers',
  other_maintenance: 'Other',
}

const NOTIFICATION_TYPES: Record<NonNullable<PostRecord['notification_type']>, string> = {
  url_change_notification: 'URL categories',
  cloud_app: 'Cloud apps',
  advisories: 'Advisories',
  sub_processor: 'Sub-processors',
}

export function areaWords({
  type,
  notification_type,
}: Pick<PostRecord, 'type' | 'notification_type'>): string | undefined {
  if (type !== undefined) return TYPES[type]
  return notification_type === undefined ? undefined : NOTIFICATION_TYPES[notification_type]
}

export function cvssWords(score: number): string {
  return `${score.toFixed(1)}, ${cvssRating(score).word}`
}

/** `bars` is out of four. */
export function cvssRating(score: number): { word: string; bars: number } {
  const { word, bars } = RATINGS.find(({ from }) => score >= from) ?? { word: 'none', bars: 0 }
  return { word, bars }
}

const RATINGS = [
  { from: 9, word: 'critical', bars: 4 },
  { from: 7, word: 'high', bars: 3 },
  { from: 4, word: 'medium', bars: 2 },
  { from: 0.1, word: 'low', bars: 1 },
]

export function eventWords({ event_type }: Pick<PostRecord, 'event_type'>): string {
  return sentenceCase(event_type)
}

export function sentenceCase(raw: string): string {
  const words = raw.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
