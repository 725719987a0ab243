import { GOV_CLOUDS } from '../clouds.ts'
import { dayBefore } from '../demo-time.ts'

export const COMPLIANCE_TOP =
  '<p>Features and capabilities of the government clouds and the estimated date of their approval by the Joint Authorization Board (JAB). Estimates are our own and may change; approved features are available now.</p>'

type Due = string | { quartersAhead: number } | { daysAhead: number }

const CAPABILITIES: readonly (readonly [description: string, due: Due])[] = [
  ['Web Security with TLS inspection', 'Approved'],
  ['Cloud Firewall for all ports and protocols', 'Approved'],
  ['Intrusion prevention with custom signatures', 'Approved'],
  ['DNS Control with DNSSEC validation', 'Approved'],
  ['Sandbox analysis of documents and executables', 'Approved'],
  ['Data Protection with exact data match', 'Approved'],
  ['Private Access for web applications and SSH', 'Approved'],
  ['Sign-in by PIV and CAC through SAML', 'Approved'],
  ['Log Streaming to agency-owned storage', 'Approved'],
  ['Customer-held keys for stored logs', { daysAhead: 24 }],
  ['Data Protection: recognition of text in images', { quartersAhead: 1 }],
  ['Privileged Access with session recording', { quartersAhead: 2 }],
  ['Agent for Linux on ARM processors', { quartersAhead: 2 }],
  ['Zero Trust Branch appliances', { quartersAhead: 3 }],
  ['Digital Experience measurements', { quartersAhead: 4 }],
  ['Threat Deception decoys', { quartersAhead: 5 }],
  ['Risk scores of users and devices', 'To be announced'],
]

export function complianceRows(day: string) {
  return GOV_CLOUDS.flatMap((cloud) =>
    CAPABILITIES.map(([description, due], position) => ({
      cloud_id: cloud.id,
      description,
      date_text: dateText(day, due),
      position,
    })),
  ).map((row, index) => ({ ...row, id: index + 1 }))
}

function dateText(day: string, due: Due): string {
  if (typeof due === 'string') return due
  return 'daysAhead' in due ? dayBefore(day, -due.daysAhead) : quarterAfter(day, due.quartersAhead)
}

function quarterAfter(day: string, quarters: number): string {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const count = year * 4 + Math.floor((month - 1) / 3) + quarters
  return `Q${(count % 4) + 1} ${Math.floor(count / 4)}`
}
