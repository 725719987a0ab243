import { CUSTOMER_COMMUNICATIONS } from '../bylines.ts'
import { REGIONS, regionInText } from '../data-centers/data-centers.ts'
import type { DemoRecord } from '../demo-record.ts'
import { fill, paragraphs } from '../fill.ts'
import { fresh } from '../fresh.ts'
import { deck, randomNamed } from '../random.ts'
import { writeNotice } from './notice.ts'
import type { ADVISORY_TOPICS } from './terms.ts'
import { spread } from './url-changes.ts'

const ADVISORY_NOTICES = 66

interface NoticeText {
  topic: (typeof ADVISORY_TOPICS)[number]
  title: string
  summary: string
  action: string
}

/** {region}, {platform} and {version} vary; versions rise with time. */
const TEXTS: readonly NoticeText[] = [
  {
    topic: 'Address changes',
    title: 'Additional address ranges in {region}',
    summary: 'We bring further address ranges into service in {region}.',
    action: 'Add the ranges to your firewalls before the day named above. They are listed in the help pages.',
  },
  {
    topic: 'Address changes',
    title: 'Address ranges in {region} to be returned',
    summary: 'Some of our oldest address ranges in {region} are returned to their owner.',
    action: 'Remove the ranges from your allow lists.',
  },
  {
    topic: 'Certificates',
    title: 'Intermediate certificate for TLS inspection renewed in {region}',
    summary:
      'The intermediate certificate that signs inspected sites in {region} is renewed. The root stays the same.',
    action: 'No action is needed if your devices trust our root certificate.',
  },
  {
    topic: 'Certificates',
    title: 'Code-signing certificate of the agent for {platform} changes',
    summary: 'Agents for {platform} from version {version} are signed with a new certificate.',
    action: 'Update software control that pins our former certificate.',
  },
  {
    topic: 'End of support',
    title: 'Agent for {platform}: end of support for versions before {version}',
    summary: 'Versions of the agent for {platform} before {version} reach the end of support.',
    action: 'Update devices in time. The portal lists those that still run older versions.',
  },
  {
    topic: 'End of support',
    title: 'TLS 1.0 and 1.1 to be refused for {platform} devices',
    summary: 'Connections from {platform} devices by TLS 1.0 and 1.1 will be refused.',
    action: 'Devices of the last eight years support newer versions. Check old appliances.',
  },
  {
    topic: 'New releases',
    title: 'Agent for {platform} {version} available',
    summary: 'Version {version} of the agent for {platform} is available to all rings.',
    action: 'Read the release notes, then release it to your first ring.',
  },
  {
    topic: 'New releases',
    title: 'App Connector {version} available',
    summary: 'Version {version} of the App Connector lowers memory use and reconnects faster.',
    action: 'Connectors update themselves in their window. No action is needed.',
  },
  {
    topic: 'New releases',
    title: 'Branch appliance software {version} available',
    summary: 'Software {version} for branch appliances brings faster failover between uplinks.',
    action: 'Plan the update for each site in the portal.',
  },
  {
    topic: 'Policy recommendations',
    title: 'Recommended settings for {platform} devices revised',
    summary: 'Our recommended policy for {platform} devices has been revised after a year of field data.',
    action: 'Compare your policy with the recommendation in the portal.',
  },
  {
    topic: 'Policy recommendations',
    title: 'Recommended tunnel settings for sites in {region}',
    summary: 'Sites in {region} should use two tunnels to data centers in different cities.',
    action: 'Use the table of recommended pairs in the help pages.',
  },
  {
    topic: 'Threat campaigns',
    title: 'Phishing campaign with false {platform} update pages',
    summary: 'A campaign shows false update pages to users of {platform}. Known pages are blocked.',
    action: 'Block newly registered domains, and remind users that updates never come by mail.',
  },
  {
    topic: 'Threat campaigns',
    title: 'Increase of credential attacks against organizations in {region}',
    summary: 'We see more attempts with stolen passwords against sign-in pages of organizations in {region}.',
    action: 'Require a second factor for administrators and review sign-ins from new countries.',
  },
]

const PLATFORMS = ['Windows', 'macOS', 'Linux', 'Android', 'iOS'] as const

export function advisoryNotifications(): DemoRecord[] {
  const random = randomNamed('advisory notices')
  const dealText = deck(random, TEXTS)
  const dealRegion = deck(
    random,
    REGIONS.map(({ title }) => regionInText(title)),
  )
  const dealPlatform = deck(random, PLATFORMS)
  const titles = new Set<string>()

  return Array.from({ length: ADVISORY_NOTICES }, (_, index) => {
    const { text, slots, title } = fresh(
      () => draft(index),
      (made) => !titles.has(made.title),
    )
    titles.add(title)
    const { topic, summary, action } = text
    const isArchived = index > ADVISORY_NOTICES / 2
    return writeNotice(
      {
        type: 'advisories',
        title,
        summary: fill(summary, slots),
        body: `${paragraphs(fill(summary, slots))}<h3>What to do</h3>${paragraphs(fill(action, slots))}`,
        terms: [topic],
        tags: [topic],
        byline: CUSTOMER_COMMUNICATIONS,
        hasImpact: topic !== 'New releases',
        clouds: (cloud) => cloud.product !== 'threat_deception',
        postedDaysAgo: spread(index, ADVISORY_NOTICES, random.int(0, 15)),
        effectiveAfterDays: random.int(7, 45),
        statuses: [
          'Monitoring',
          isArchived ? 'Archived' : topic === 'Threat campaigns' ? 'Remediated' : 'Completed',
        ],
      },
      random,
    )
  })

  function draft(index: number) {
    const text = dealText()
    const monthsOfReleases = Math.floor(((ADVISORY_NOTICES - index) * 60) / ADVISORY_NOTICES)
    const slots = {
      region: dealRegion(),
      platform: dealPlatform(),
      version: `${3 + Math.floor(monthsOfReleases / 24)}.${monthsOfReleases % 24}`,
    }
    return { text, slots, title: fill(text.title, slots) }
  }
}
