import type { Insertable } from 'kysely'
import type { RecordTemplates } from '../db/database.ts'
import { paragraphs } from './fill.ts'

const SCHEDULED = 1
const IN_PROGRESS = 2
const MONITORING = 3
const RESOLVED = 5
const INFORMATIONAL = 1356

export function templateRows(day: string): Insertable<RecordTemplates>[] {
  return TEMPLATES.map(({ content, ...template }, position) => ({
    id: position + 1,
    ...template,
    content: content as never,
    position,
    version: 1,
    updated_at: `${day}T00:00:00Z`,
  }))
}

const TEMPLATES = [
  {
    name: 'Investigating',
    kind: 'incident',
    purpose: 'update',
    content: {
      body: paragraphs(
        'We are investigating reports of {{symptom}} with {{services}} on {{clouds}}.',
        'Our engineers are at work on it. We post what we know as soon as we know it, and at the latest at the time of the next update.',
      ),
      status_id: IN_PROGRESS,
      next_update_minutes: 30,
    },
  },
  {
    name: 'Identified',
    kind: 'incident',
    purpose: 'update',
    content: {
      body: paragraphs(
        'We have found the cause: {{cause}}.',
        'We are correcting it now and expect {{services}} to recover step by step.',
      ),
      status_id: IN_PROGRESS,
      next_update_minutes: 30,
    },
  },
  {
    name: 'Monitoring',
    kind: 'incident',
    purpose: 'update',
    content: {
      body: paragraphs(
        'A correction is in place, and {{services}} on {{clouds}} are recovering.',
        'We watch the recovery closely before we call this resolved.',
      ),
      status_id: MONITORING,
      next_update_minutes: 60,
    },
  },
  {
    name: 'Resolved',
    kind: 'incident',
    purpose: 'update',
    content: {
      body: paragraphs(
        'This incident is resolved. {{services}} on {{clouds}} have been running normally since {{end_of_impact}}.',
        'The cause was {{cause}}. We are sorry for the trouble it made.',
      ),
      status_id: RESOLVED,
    },
  },
  {
    name: 'Planned maintenance',
    kind: 'maintenance',
    purpose: 'record',
    content: {
      title: 'Planned maintenance: {{work}}',
      summary: '{{provider}} carries out planned maintenance from {{start}} until {{end}}.',
      body: paragraphs(
        'From {{start}} until {{end}} we carry out planned maintenance: {{work}}.',
        'Affected: {{services}} on {{clouds}}. {{expected_impact}}',
        'You do not have to do anything. We tell you when the work begins and when it is done.',
      ),
      status_id: SCHEDULED,
      severity_tid: INFORMATIONAL,
      starts_by_itself: true,
      ends_by_itself: true,
      remind_before_minutes: [60, 1440],
    },
  },
  {
    name: 'Maintenance extended',
    kind: 'maintenance',
    purpose: 'update',
    content: {
      body: paragraphs(
        'The work takes longer than planned: {{reason}}.',
        'We now expect to be done at {{new_end}}. {{services}} stay as announced until then.',
      ),
    },
  },
] as const
