import { LEGAL } from '../bylines.ts'
import type { DemoRecord } from '../demo-record.ts'
import { fill, paragraphs } from '../fill.ts'
import { deck, randomNamed } from '../random.ts'
import { inOrder } from './in-order.ts'
import { writeNotice } from './notice.ts'
import type { SUB_PROCESSOR_TOPICS } from './terms.ts'
import { spread } from './url-changes.ts'

const SUB_PROCESSOR_NOTICES = 44
/** Promised in our data processing agreement. */
const NOTICE_DAYS = 30

const COMPANIES = [
  { company: 'Halvorsund Hosting', country: 'Norway', purpose: 'hosting of log archives' },
  { company: 'Brightquarry Support', country: 'Ireland', purpose: 'second-line support' },
  { company: 'Castelverde Cloud', country: 'Spain', purpose: 'hosting of configuration backups' },
  { company: 'Tamarwell Analytics', country: 'Canada', purpose: 'analysis of product usage' },
  { company: 'Oderblick Rechenzentrum', country: 'Germany', purpose: 'data center services' },
  { company: 'Pinewater Mail', country: 'Finland', purpose: 'delivery of notification mail' },
  { company: 'Koromiko Systems', country: 'New Zealand', purpose: 'follow-the-sun support' },
  { company: 'Lindenhafen Telefonie', country: 'Austria', purpose: 'support telephony' },
  { company: 'Saffronfield Services', country: 'India', purpose: 'first-line support' },
  { company: 'Marlinspike Storage', country: 'Australia', purpose: 'storage of diagnostic files' },
  { company: 'Verdelume Translation', country: 'Portugal', purpose: 'translation of support cases' },
  { company: 'Northbeck Identity', country: 'United Kingdom', purpose: 'identity checks for administrators' },
  { company: 'Aozora Datahall', country: 'Japan', purpose: 'data center services' },
  { company: 'Fjordlys Monitoring', country: 'Denmark', purpose: 'monitoring of service quality' },
] as const

/** In the order in which they happen to one company. */
const CHANGES: readonly {
  topic: (typeof SUB_PROCESSOR_TOPICS)[number]
  title: string
  summary: string
}[] = [
  {
    topic: 'New sub-processors',
    title: 'New sub-processor: {company}',
    summary: 'We intend to engage {company} ({country}) for {purpose}.',
  },
  {
    topic: 'Changed locations',
    title: '{company}: change of processing location',
    summary: '{company}, engaged for {purpose}, will process data in {country} only.',
  },
  {
    topic: 'Changed purposes',
    title: '{company}: change of purpose',
    summary: '{company} ({country}) will also be engaged for {purpose}.',
  },
  {
    topic: 'Ended sub-processors',
    title: '{company} no longer a sub-processor',
    summary: 'We end the engagement of {company} ({country}) for {purpose}. Data held there will be deleted.',
  },
]

export function subProcessorNotifications(): DemoRecord[] {
  const random = randomNamed('sub-processors')
  const deal = deck(
    random,
    CHANGES.flatMap((change) => COMPANIES.map((company) => ({ change, company }))),
  )

  const dealt = Array.from({ length: SUB_PROCESSOR_NOTICES }, deal)

  return inOrder(dealt, {
    subjectOf: ({ company }) => company,
    rankOf: ({ change }) => CHANGES.indexOf(change),
  }).map(({ change, company }, index) => {
    const summary = fill(change.summary, company)
    return writeNotice(
      {
        type: 'sub_processor',
        title: fill(change.title, company),
        summary,
        body: [
          paragraphs(summary),
          '<ul>',
          `<li><strong>Company:</strong> ${company.company}</li>`,
          `<li><strong>Location:</strong> ${company.country}</li>`,
          `<li><strong>Purpose:</strong> ${company.purpose}</li>`,
          '</ul>',
          `<p>Customers may object within ${NOTICE_DAYS} days, as set out in the data processing agreement: <a href="mailto:privacy@northwall.example">privacy@northwall.example</a>.</p>`,
        ].join(''),
        terms: [change.topic],
        tags: ['Privacy', change.topic],
        byline: LEGAL,
        hasImpact: false,
        clouds: (cloud) => !cloud.isGov,
        postedDaysAgo: spread(index, SUB_PROCESSOR_NOTICES, random.int(0, 25)),
        effectiveAfterDays: NOTICE_DAYS,
        statuses: ['Scheduled', 'Completed'],
      },
      random,
    )
  })
}
