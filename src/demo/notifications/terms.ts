import type { Selectable } from 'kysely'
import type { NotificationTerms } from '../../db/database.ts'
import { must } from '../must.ts'

export type DemoNotificationType = Selectable<NotificationTerms>['notification_type']

interface DemoTerm {
  tid: number
  type: DemoNotificationType
  name: string
}

const FIRST_TERM_TID = 2800

export const URL_CATEGORIES = [
  'Adult Material',
  'Advertising',
  'Alcohol and Tobacco',
  'Arts and Entertainment',
  'Automotive',
  'Banking and Finance',
  'Blogs',
  'Business Services',
  'Careers',
  'Code Repositories',
  'Collaboration',
  'Content Delivery',
  'Cryptocurrency',
  'Dating',
  'Developer Tools',
  'Dynamic DNS',
  'Education',
  'File Sharing',
  'Gambling',
  'Games',
  'Generative AI',
  'Government',
  'Health',
  'Image and Video Hosting',
  'Insurance',
  'Internet of Things',
  'Legal',
  'Newly Registered Domains',
  'News and Media',
  'Non-profit Organizations',
  'Online Shopping',
  'Parked Domains',
  'Peer to Peer',
  'Real Estate',
  'Remote Access Tools',
  'Search Engines',
  'Social Networking',
  'Sports',
  'Streaming Media',
  'Travel',
  'Translation',
  'Web Mail',
] as const

export const APP_CATEGORIES = [
  'Artificial Intelligence',
  'Collaboration',
  'Customer Relations',
  'Design',
  'Development',
  'File Sharing',
  'Finance',
  'Human Resources',
  'Marketing',
  'Messaging',
  'Project Management',
  'Web Mail',
] as const

export const ADVISORY_TOPICS = [
  'Address changes',
  'Certificates',
  'End of support',
  'New releases',
  'Policy recommendations',
  'Threat campaigns',
] as const

export const SUB_PROCESSOR_TOPICS = [
  'New sub-processors',
  'Changed locations',
  'Changed purposes',
  'Ended sub-processors',
] as const

const GROUP_NAME: Readonly<Record<DemoNotificationType, string>> = {
  url_change_notification: 'URL Categories',
  cloud_app: 'Cloud Applications',
  advisories: 'Advisories',
  sub_processor: 'Sub-processors',
}

const TERMS: readonly DemoTerm[] = [
  ...termsOf('url_change_notification', URL_CATEGORIES),
  ...termsOf('cloud_app', APP_CATEGORIES),
  ...termsOf('advisories', ADVISORY_TOPICS),
  ...termsOf('sub_processor', SUB_PROCESSOR_TOPICS),
].map((term, index) => ({ ...term, tid: FIRST_TERM_TID + index }))

export function termTid(type: DemoNotificationType, name: string): number {
  const found = TERMS.find((term) => term.type === type && term.name === name)
  return must(found, `${type} term ${name}`).tid
}

export function notificationTermRows() {
  return TERMS.map(({ tid, type, name }, position) => ({
    tid,
    notification_type: type,
    group_name: GROUP_NAME[type],
    name,
    position,
    retired_at: null,
  }))
}

function termsOf(type: DemoNotificationType, names: readonly string[]) {
  return names.map((name) => ({ type, name }))
}
