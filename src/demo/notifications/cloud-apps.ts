import { APPLICATION_RESEARCH } from '../bylines.ts'
import type { DemoRecord } from '../demo-record.ts'
import { fill, paragraphs } from '../fill.ts'
import { fresh } from '../fresh.ts'
import { deck, randomNamed } from '../random.ts'
import { inOrder } from './in-order.ts'
import { writeNotice } from './notice.ts'
import type { APP_CATEGORIES } from './terms.ts'
import { spread } from './url-changes.ts'

const CLOUD_APP_NOTICES = 112

const APPS: Readonly<Record<(typeof APP_CATEGORIES)[number], readonly string[]>> = {
  'Artificial Intelligence': ['Quillmind', 'Askarra', 'Promptleaf', 'Tellwise', 'Draftoria'],
  Collaboration: ['Boardlane', 'Roomtide', 'Sharewick', 'Plenaro', 'Whitetable'],
  'Customer Relations': ['Clientree', 'Dealharbor', 'Leadquarry', 'Accountly Nine'],
  Design: ['Vectorium', 'Mockpine', 'Pixelbarn', 'Linework Studio'],
  Development: ['Commitfield', 'Buildstack Nine', 'Patchroom', 'Runnerly', 'Snippetvault'],
  'File Sharing': ['Boxmeadow', 'Fileferry', 'Driftdrive', 'Parcelcloud', 'Dropquay'],
  Finance: ['Ledgerfold', 'Invoicely Grove', 'Payrun Desk', 'Bookwell'],
  'Human Resources': ['Staffnest', 'Peoplemere', 'Hirelight', 'Leavebook'],
  Marketing: ['Campaignry', 'Mailpasture', 'Surveyard', 'Audiencely'],
  Messaging: ['Chattrail', 'Pingfold', 'Talkwren', 'Huddlehive'],
  'Project Management': ['Taskmere', 'Sprintbarn', 'Planwick', 'Kanberry'],
  'Web Mail': ['Postfern', 'Mailcrest', 'Inboxly', 'Letterbay'],
}

const ADDED = '{app} added to {category}'
const RETIRED = '{app} retired from the list of applications'

const CHANGES = [
  {
    title: ADDED,
    summary:
      '{app} is now recognized as an application of the category {category}, with sign-in, upload and download.',
    detail:
      'Until now its traffic matched general web rules. Rules for {category} apply to it from the day named above.',
    hasImpact: true,
  },
  {
    title: '{app}: uploads can be controlled apart from downloads',
    summary: 'Rules can now allow reading and refuse uploading in {app}.',
    detail: 'Existing rules keep their meaning: a rule for {app} without actions covers all of them.',
    hasImpact: false,
  },
  {
    title: '{app}: personal and company accounts told apart',
    summary: 'Rules can tell personal accounts of {app} from those of your organization.',
    detail: 'Enter the identifiers of your company accounts in the portal under application tenants.',
    hasImpact: false,
  },
  {
    title: '{app}: detection adapted to new addresses',
    summary: '{app} has moved to new addresses. Detection covers both the old and the new ones.',
    detail:
      'If you allow {app} by address in other systems, take the new addresses from its own documentation.',
    hasImpact: false,
  },
  {
    title: '{app}: risk score changed after review',
    summary:
      'The risk score of {app} changes from {low} to {high} after its vendor published a new audit report.',
    detail: 'Rules by risk score may match {app} differently from now on.',
    hasImpact: true,
  },
  {
    title: '{app}: desktop client recognized',
    summary:
      'The desktop client of {app} is recognized by the firewall, including its calls and screen sharing.',
    detail: 'Rules for {app} apply to the client as they do to the browser.',
    hasImpact: false,
  },
  {
    title: '{app}: content inspection for shared links',
    summary: 'Files shared by link in {app} are inspected like direct downloads.',
    detail: 'Inspection needs TLS inspection for {app}, which is on by default for {category}.',
    hasImpact: true,
  },
  {
    title: RETIRED,
    summary: 'The vendor of {app} has ended the service. Its definition will be removed.',
    detail: 'Rules that name {app} are kept and marked as without effect, so that you can remove them.',
    hasImpact: false,
  },
  {
    title: '{app}: comments and prompts visible to Data Protection',
    summary: 'Text typed into {app} can be inspected by Data Protection.',
    detail: 'Select the action "post text" in a rule for {category}.',
    hasImpact: false,
  },
  {
    title: '{app} moves to another category: {category}',
    summary: '{app} has changed its purpose and is now listed under {category}.',
    detail: 'Rules by category apply accordingly. Rules that name {app} are not affected.',
    hasImpact: true,
  },
] as const

export function cloudAppNotifications(): DemoRecord[] {
  const random = randomNamed('cloud apps')
  const dealChange = deck(random, CHANGES)
  const dealApp = deck(
    random,
    Object.entries(APPS).flatMap(([category, apps]) => apps.map((app) => ({ app, category }))),
  )

  const used = new Set<string>()
  const dealt = Array.from({ length: CLOUD_APP_NOTICES }, () => {
    const { app, category } = dealApp()
    const change = fresh(dealChange, ({ title }) => !used.has(fill(title, { app, category })))
    used.add(fill(change.title, { app, category }))
    return { app, category, change }
  })

  return inOrder(dealt, {
    subjectOf: ({ app }) => app,
    rankOf: ({ change }) => (change.title === ADDED ? 0 : change.title === RETIRED ? 2 : 1),
  }).map(({ app, category, change }, index) => {
    const slots = { app, category, low: random.int(1, 2), high: random.int(3, 5) }
    const summary = fill(change.summary, slots)
    const isForAll = random.chance(0.55)
    return writeNotice(
      {
        type: 'cloud_app',
        title: fill(change.title, slots),
        summary,
        body: paragraphs(summary, fill(change.detail, slots)),
        terms: [category],
        tags: ['Cloud applications', category],
        byline: APPLICATION_RESEARCH,
        hasImpact: change.hasImpact,
        clouds: (cloud) => isForAll || cloud.product === 'internet_access' || cloud.product === 'government',
        postedDaysAgo: spread(index, CLOUD_APP_NOTICES, random.int(0, 10)),
        effectiveAfterDays: random.int(2, 12),
        statuses: random.chance(0.3) ? ['In Progress', 'Completed'] : ['Scheduled', 'Completed'],
      },
      random,
    )
  })
}
