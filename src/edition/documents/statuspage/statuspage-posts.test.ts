import { expect, test } from 'vitest'
import { madeUpEdition } from '../../../../tests/support/made-up-advisories.ts'
import { plainChange, plainRecord } from '../../../../tests/support/plain-record.ts'
import { SEVERITY } from '../../../domain/record.ts'
import type { SiteCloud } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { googleIncident } from '../google/google-incident.ts'
import { statuspageIncident } from './statuspage-posts.ts'
import { statuspageView } from './statuspage-view.ts'

const at = (time: string) => new Date(`2026-03-05T${time}:00Z`)
const publicUrl = 'https://trust.example'

const RAISED = plainChange({
  record_id: 1,
  update_id: 8,
  made_on: at('11:00'),
  severity_before: SEVERITY.underInvestigation,
  severity_after: SEVERITY.serviceDisruption,
})

const INCIDENT = plainRecord({
  clouds: [1],
  severity_tid: SEVERITY.serviceDisruption,
  status_id: 1,
  posted_on: at('10:00'),
  from_time: at('10:00'),
  updated_on: at('11:00'),
  updates: [
    { id: 7, posted_on: at('10:30'), status_id: 1, body: '<p>We look into it.</p>' },
    { id: 8, posted_on: at('11:00'), status_id: 1, body: '<p>It is worse.</p>' },
  ],
})

function viewOf(record: EditionRecord) {
  const { site, ...rest } = madeUpEdition([record])
  const edition = { ...rest, site: { ...site, severities: [], dataCenters: new Map() } }
  const cloud = edition.site.clouds[0] as SiteCloud
  return { edition, cloud, now: at('12:00'), publicUrl, isGovDeployment: false }
}

function statuspageUpdates(record: EditionRecord) {
  const { cloud, ...view } = viewOf(record)
  return statuspageIncident(statuspageView(view, cloud), record).incident_updates
}

function updateStatuses(record: EditionRecord) {
  return {
    statuspage: statuspageUpdates(record).map(({ status }) => status),
    google: googleIncident(viewOf(record), record).updates.map(({ status }) => status),
  }
}

test('an update keeps the status of its time when the severity changes later', () => {
  expect(updateStatuses({ ...INCIDENT, changes: [RAISED] })).toEqual({
    statuspage: ['identified', 'investigating', 'investigating'],
    google: ['SERVICE_OUTAGE', 'SERVICE_INFORMATION', 'SERVICE_INFORMATION'],
  })
  expect(updateStatuses(INCIDENT)).toEqual({
    statuspage: ['identified', 'identified', 'identified'],
    google: ['SERVICE_OUTAGE', 'SERVICE_OUTAGE', 'SERVICE_OUTAGE'],
  })
})

test('an end that an edit published is the newest update', () => {
  const ended = { ...INCIDENT, status_id: 6, closed_on: at('11:30'), updated_on: at('11:30') }
  const { statuspage, google } = updateStatuses(ended)
  expect([statuspage[0], statuspage.length, google[0], google.length]).toEqual([
    'resolved',
    4,
    'AVAILABLE',
    4,
  ])
})

test('a post-mortem that was published again has the time of its last version', () => {
  const content = {} as NonNullable<EditionRecord['postMortem']>['content']
  const postMortem = { record_id: 1, published_on: at('11:40'), updated_on: at('11:50'), content }
  const record = { ...INCIDENT, status_id: 6, closed_on: at('11:00'), postMortem }
  expect(statuspageUpdates(record)[0]).toMatchObject({
    status: 'postmortem',
    created_at: at('11:40').toISOString(),
    updated_at: at('11:50').toISOString(),
  })
})
