import { GOV_CLOUDS } from '../clouds.ts'

export const COMPLIANCE_TOP =
  '<p>Features and capabilities of the government clouds and the estimated date of their approval by the Joint Authorization Board (JAB). Estimates are our own and may change; approved features are available now.</p>'

/** Approved, or the number of quarters from now in which we expect approval. */
const CAPABILITIES: readonly (readonly [description: string, quartersAhead: number | 'Approved'])[] = [
  ['Web Security with TLS inspection', 'Approved'],
  ['Cloud Firewall for all ports and protocols', 'Approved'],
  ['Intrusion prevention with custom signatures', 'Approved'],
  ['DNS Control with DNSSEC validation', 'Approved'],
  ['Sandbox analysis of documents and executables', 'Approved'],
  ['Data Protection with exact data match', 'Approved'],
  ['Private Access for web applications and SSH', 'Approved'],
  ['Sign-in by PIV and CAC through SAML', 'Approved'],
  ['Log Streaming to agency-owned storage', 'Approved'],
  ['Customer-held keys for stored logs', 1],
  ['Data Protection: recognition of text in images', 1],
  ['Privileged Access with session recording', 2],
  ['Agent for Linux on ARM processors', 2],
  ['Zero Trust Branch appliances', 3],
  ['Digital Experience measurements', 4],
  ['Threat Deception decoys', 5],
]

export function complianceRows(day: string) {
  return GOV_CLOUDS.flatMap((cloud) =>
    CAPABILITIES.map(([description, due], position) => ({
      cloud_id: cloud.id,
      description,
      date_text: due === 'Approved' ? due : quarterAfter(day, due),
      position,
    })),
  ).map((row, index) => ({ ...row, id: index + 1 }))
}

function quarterAfter(day: string, quarters: number): string {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const count = year * 4 + Math.floor((month - 1) / 3) + quarters
  return `Q${(count % 4) + 1} ${Math.floor(count / 4)}`
}
