import { CHANGE_MANAGEMENT, CLOUD_OPERATIONS, CUSTOMER_COMMUNICATIONS, PRODUCT_SECURITY } from './bylines.ts'
import {
  DRAFT_ADVISORY_TITLE,
  DRAFT_CANARY,
  DRAFT_INCIDENT_TITLE,
  DRAFT_MAINTENANCE_TITLE,
  SCHEDULED_CANARY,
  SCHEDULED_MAINTENANCE_TITLE,
  SCHEDULED_NOTIFICATION_TITLE,
  UNPUBLISHED_CANARY,
  UNPUBLISHED_INCIDENT_TITLE,
} from './canaries.ts'
import { CLOUDS, cloudOf } from './clouds.ts'
import { dataCenterOf } from './data-centers/data-centers.ts'
import { type DemoRecord, demoRecord } from './demo-record.ts'
import { clock } from './demo-time.ts'
import { paragraphs } from './fill.ts'
import { completeInternals } from './internals.ts'
import { termTid } from './notifications/terms.ts'
import { serviceOf } from './services.ts'

const MAIN = cloudOf('northwall.net')

export function specialRecords(): DemoRecord[] {
  return [...drafts(), ...scheduled(), unpublished(), withoutCloud(), ...redirecting()]
}

function drafts(): DemoRecord[] {
  return [
    demoRecord({
      kind: 'incident',
      type: 'core_cloud_services',
      eventType: 'under_investigation',
      severity: 'Under Investigation',
      status: 'In Progress',
      state: 'draft',
      title: DRAFT_INCIDENT_TITLE,
      summary: `Waiting for confirmation by the network team. ${DRAFT_CANARY}`,
      body: paragraphs(`Draft, not confirmed: probes in Auckland report slow answers. ${DRAFT_CANARY}`),
      createdAt: clock(-1, '19:20'),
      updatedOn: clock(-1, '19:34'),
      from: clock(-1, '19:05'),
      createdBy: CLOUD_OPERATIONS,
      updatedBy: CLOUD_OPERATIONS,
      cloudIds: [MAIN.id],
      serviceTids: [serviceOf(MAIN, 'DNS Control').tid],
      dataCenterTids: [dataCenterOf('Auckland I').tid],
      internals: completeInternals(
        'Probes only so far, no customer has called. Do not publish before the network team answers.',
        48_203,
      ),
    }),
    demoRecord({
      kind: 'advisory',
      incidentType: 'advisory',
      eventType: 'security_advisory',
      severity: 'Security Advisory',
      status: 'Monitoring',
      state: 'draft',
      title: DRAFT_ADVISORY_TITLE,
      summary: `Under embargo until the correction is available. ${DRAFT_CANARY}`,
      body: paragraphs(`Text to be agreed with the reporter. ${DRAFT_CANARY}`),
      embargo: [],
      createdAt: clock(-9, '13:02'),
      updatedOn: clock(-3, '09:48'),
      createdBy: PRODUCT_SECURITY,
      updatedBy: PRODUCT_SECURITY,
      cloudIds: CLOUDS.filter((cloud) => cloud.product === 'endpoint_agent').map((cloud) => cloud.id),
      internals: completeInternals('Reporter agreed to wait until the release is in all rings.', 47_960),
    }),
    demoRecord({
      kind: 'maintenance',
      type: 'other_maintenance',
      eventType: 'scheduled',
      severity: 'Informational',
      status: 'Scheduled',
      state: 'draft',
      title: DRAFT_MAINTENANCE_TITLE,
      summary: `Window to be agreed. ${DRAFT_CANARY}`,
      body: paragraphs(`Date not decided. ${DRAFT_CANARY}`),
      createdAt: clock(-5, '10:15'),
      updatedOn: clock(-5, '10:15'),
      createdBy: CHANGE_MANAGEMENT,
      cloudIds: [MAIN.id],
    }),
  ]
}

function scheduled(): DemoRecord[] {
  return [
    demoRecord({
      kind: 'maintenance',
      type: 'core_cloud_services_maintenance',
      eventType: 'scheduled',
      severity: 'Informational',
      status: 'Scheduled',
      state: 'scheduled',
      title: SCHEDULED_MAINTENANCE_TITLE,
      summary: `The rule engine of Cloud Firewall is replaced, one region a night. ${SCHEDULED_CANARY}`,
      body: paragraphs(`To be announced together with the release notes. ${SCHEDULED_CANARY}`),
      createdAt: clock(-6, '14:00'),
      publishAt: clock(4, '09:00'),
      updatedOn: clock(-2, '16:30'),
      from: clock(18, '22:00'),
      to: clock(19, '02:00'),
      author: CHANGE_MANAGEMENT,
      createdBy: CHANGE_MANAGEMENT,
      updatedBy: CHANGE_MANAGEMENT,
      cloudIds: [MAIN.id],
      serviceTids: [serviceOf(MAIN, 'Cloud Firewall').tid],
      internals: completeInternals('Goes out with the release notes, not before.', 48_020),
    }),
    demoRecord({
      kind: 'notification',
      notificationType: 'url_change_notification',
      eventType: 'informational',
      severity: 'Informational',
      status: 'Scheduled',
      state: 'scheduled',
      title: SCHEDULED_NOTIFICATION_TITLE,
      summary: `Generative AI becomes three categories: text, image and code. ${SCHEDULED_CANARY}`,
      body: paragraphs(`Existing rules apply to all three until they are changed. ${SCHEDULED_CANARY}`),
      createdAt: clock(-4, '11:40'),
      publishAt: clock(6, '08:00'),
      updatedOn: clock(-4, '12:05'),
      from: clock(20, '00:00'),
      author: CUSTOMER_COMMUNICATIONS,
      createdBy: CUSTOMER_COMMUNICATIONS,
      cloudIds: CLOUDS.filter((cloud) => cloud.product === 'internet_access').map((cloud) => cloud.id),
      termTids: [termTid('url_change_notification', 'Generative AI')],
    }),
  ]
}

/** Posted by mistake and withdrawn: caches must drop it. */
function unpublished(): DemoRecord {
  return demoRecord({
    kind: 'incident',
    type: 'datacenter_issue',
    eventType: 'service_disruption',
    severity: 'Service Disruption',
    status: 'In Progress',
    state: 'unpublished',
    title: UNPUBLISHED_INCIDENT_TITLE,
    summary: `Posted for the wrong data center and withdrawn. ${UNPUBLISHED_CANARY}`,
    body: paragraphs(`Withdrawn: the alarm came from a test system. ${UNPUBLISHED_CANARY}`),
    createdAt: clock(-12, '07:31'),
    postedOn: clock(-12, '07:35'),
    updatedOn: clock(-12, '07:44'),
    withdrawnReason: 'the alarm came from a test system',
    from: clock(-12, '07:20'),
    createdBy: CLOUD_OPERATIONS,
    updatedBy: CLOUD_OPERATIONS,
    cloudIds: [MAIN.id],
    dataCenterTids: [dataCenterOf('Warsaw II').tid],
    updates: [
      {
        postedOn: clock(-12, '07:40'),
        status: 'In Progress',
        severity: null,
        body: paragraphs(`We are looking into an alarm from Warsaw II. ${UNPUBLISHED_CANARY}`),
        createdBy: CLOUD_OPERATIONS,
      },
    ],
    internals: completeInternals(
      'Test alarm was sent to the production desk. Withdrawn after nine minutes.',
      47_902,
    ),
  })
}

function withoutCloud(): DemoRecord {
  return demoRecord({
    kind: 'incident',
    eventType: 'service_degradation',
    severity: 'Service Degradation',
    status: 'Resolved',
    type: 'core_cloud_services',
    title: 'Trial cloud: sign-up unavailable',
    summary: 'New trials could not be started. The trial cloud has since been closed.',
    body: paragraphs(
      'New trials could not be started for some hours. Customers on production clouds were not affected.',
      'The trial cloud has since been closed, so this post belongs to no cloud.',
    ),
    createdAt: clock(-730, '08:50'),
    postedOn: clock(-730, '09:02'),
    updatedOn: clock(-730, '13:20'),
    closedOn: clock(-730, '13:20'),
    from: clock(-730, '08:40'),
    to: clock(-730, '13:05'),
    author: CLOUD_OPERATIONS,
    createdBy: CLOUD_OPERATIONS,
    updatedBy: CLOUD_OPERATIONS,
    resolvedBy: CLOUD_OPERATIONS,
    customerImpact: 'Trials could not be started. Running trials continued.',
    howFound: 'A visitor reported it through Support.',
    tags: ['Trials'],
    updates: [
      {
        postedOn: clock(-730, '10:10'),
        status: 'In Progress',
        severity: null,
        body: paragraphs('The sign-up form is being repaired.'),
        createdBy: CLOUD_OPERATIONS,
      },
      {
        postedOn: clock(-730, '13:20'),
        status: 'Resolved',
        severity: null,
        body: paragraphs('Trials can be started again.'),
        createdBy: CLOUD_OPERATIONS,
      },
    ],
  })
}

function redirecting(): DemoRecord[] {
  const notice = {
    kind: 'notification' as const,
    notificationType: 'advisories' as const,
    eventType: 'informational' as const,
    severity: 'Informational' as const,
    status: 'Completed' as const,
    author: CUSTOMER_COMMUNICATIONS,
    createdBy: CUSTOMER_COMMUNICATIONS,
    updatedBy: CUSTOMER_COMMUNICATIONS,
    cloudIds: CLOUDS.filter((cloud) => !cloud.isGov).map((cloud) => cloud.id),
    termTids: [termTid('advisories', 'Policy recommendations')],
    tags: ['Policy recommendations'],
  }
  return [
    demoRecord({
      ...notice,
      title: 'How we announce maintenance',
      summary: 'How far ahead we announce maintenance, and by which channels, is now answered in the FAQ.',
      body: paragraphs('This text has moved to the FAQ.'),
      createdAt: clock(-210, '12:10'),
      postedOn: clock(-210, '13:00'),
      updatedOn: clock(-95, '15:30'),
      closedOn: clock(-95, '15:30'),
      redirect: '/northwall.net/faq',
    }),
    demoRecord({
      ...notice,
      title: 'Checklist for a second tunnel',
      summary: 'The checklist for sites with two tunnels has moved to the help pages.',
      body: paragraphs('This text has moved to the help pages.'),
      createdAt: clock(-340, '09:25'),
      postedOn: clock(-340, '10:00'),
      updatedOn: clock(-120, '11:15'),
      closedOn: clock(-120, '11:15'),
      redirect: 'https://help.northwall.example/tunnels/second-tunnel',
    }),
  ]
}
