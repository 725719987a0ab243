import type { RecordKind } from '../record.ts'
import { SEVERITY } from '../record.ts'
import { STATUS } from './empty-content.ts'

interface StarterTemplate {
  name: string
  kind: RecordKind
  purpose: 'record' | 'update'
  content: Readonly<Record<string, unknown>> & { body: string }
}

export const STARTER_TEMPLATES: readonly StarterTemplate[] = [
  {
    name: 'Investigating',
    kind: 'incident',
    purpose: 'update',
    content: {
      body: paragraphs(
        'We are investigating reports of {{symptom}} with {{services}} on {{clouds}}.',
        'Our engineers are working on it. We will post an update as soon as we know more.',
      ),
      status_id: STATUS.inProgress,
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
        'We are fixing it now and expect {{services}} to recover step by step.',
      ),
      status_id: STATUS.inProgress,
      next_update_minutes: 30,
    },
  },
  {
    name: 'Monitoring',
    kind: 'incident',
    purpose: 'update',
    content: {
      body: paragraphs(
        'A fix is in place, and {{services}} on {{clouds}} are recovering.',
        'We are watching the recovery closely before we call this resolved.',
      ),
      status_id: STATUS.monitoring,
      next_update_minutes: 60,
    },
  },
  {
    name: 'Resolved',
    kind: 'incident',
    purpose: 'update',
    content: {
      body: paragraphs(
        'This incident is resolved. {{services}} on {{clouds}} returned to normal at {{end_of_impact}}.',
        'The cause was {{cause}}. We are sorry for the trouble this caused.',
      ),
      status_id: STATUS.resolved,
    },
  },
  {
    name: 'Planned maintenance',
    kind: 'maintenance',
    purpose: 'record',
    content: {
      title: 'Planned maintenance: {{work}}',
      summary: '{{provider}} will carry out planned maintenance from {{start}} until {{end}}.',
      body: paragraphs(
        'From {{start}} until {{end}}, we will carry out planned maintenance: {{work}}.',
        'Affected: {{services}} on {{clouds}}. {{expected_impact}}',
        'You do not have to do anything. We will let you know when the work begins and when it is done.',
      ),
      status_id: STATUS.scheduled,
      severity_tid: SEVERITY.informational,
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
        'We now expect to finish at {{new_end}}. Until then, the impact on {{services}} remains as announced.',
      ),
    },
  },
  {
    name: 'Service disruption',
    kind: 'incident',
    purpose: 'record',
    content: {
      title: '{{symptom}} with {{services}}',
      summary: 'Since {{start}}, customers on {{clouds}} may see {{symptom}} with {{services}}.',
      body: paragraphs(
        'Since {{start}}, some customers on {{clouds}} have been seeing {{symptom}} with {{services}}.',
        'We are investigating and will post an update as soon as we know more.',
      ),
      customer_impact: 'Customers who use {{services}} may see {{symptom}}.',
      severity_tid: SEVERITY.serviceDisruption,
      status_id: STATUS.inProgress,
    },
  },
  {
    name: 'Data center incident',
    kind: 'incident',
    purpose: 'record',
    content: {
      title: '{{symptom}} in {{data_centers}}',
      summary: 'Since {{start}}, {{services}} in {{data_centers}} may be slow or unavailable.',
      body: paragraphs(
        'Since {{start}}, we have been seeing {{symptom}} in {{data_centers}}. This affects {{services}} on {{clouds}}.',
        'Other locations work normally. We are moving traffic away where we can.',
      ),
      customer_impact: 'Traffic through {{data_centers}} may be slow or fail.',
      available_workaround: 'If you can, route your traffic through another data center.',
      severity_tid: SEVERITY.serviceDegradation,
      status_id: STATUS.inProgress,
    },
  },
  {
    name: 'Emergency maintenance',
    kind: 'maintenance',
    purpose: 'record',
    content: {
      title: 'Emergency maintenance: {{work}}',
      summary: '{{provider}} has to carry out urgent maintenance from {{start}} until {{end}}.',
      body: paragraphs(
        'From {{start}} until {{end}}, we will carry out urgent maintenance: {{work}}. It can’t wait because {{reason}}.',
        'Affected: {{services}} on {{clouds}} in {{data_centers}}. {{expected_impact}}',
        'We are sorry for the short notice.',
      ),
      status_id: STATUS.scheduled,
      severity_tid: SEVERITY.serviceDegradation,
      starts_by_itself: true,
      ends_by_itself: false,
    },
  },
  {
    name: 'Security advisory',
    kind: 'advisory',
    purpose: 'record',
    content: {
      title: '{{vulnerability}} in {{product}}',
      summary: '{{provider}} is examining the effect of {{vulnerability}} on {{services}}.',
      body: paragraphs(
        'We are aware of {{vulnerability}} in {{product}} and are examining whether {{services}} on {{clouds}} are affected.',
        'What we know so far: {{findings}}.',
        'What you should do: {{action}}.',
      ),
      severity_tid: SEVERITY.securityAdvisory,
      status_id: STATUS.monitoring,
    },
  },
]

function paragraphs(...texts: readonly string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('')
}
