/** O-05, in display order. */
export const THREAT_CATEGORIES = ['malware', 'threat', 'sandbox', 'ba'] as const

export type ThreatCategory = (typeof THREAT_CATEGORIES)[number]

export const THREAT_CATEGORY_TITLES: Readonly<Record<ThreatCategory, string>> = {
  malware: 'Malware',
  threat: 'Advanced threats',
  sandbox: 'Sandbox',
  ba: 'Behavioral analysis',
}

const THREAT_BLOCKED_HOW: Readonly<Record<ThreatCategory, string>> = {
  malware: 'as malware',
  threat: 'as advanced threats',
  sandbox: 'by the sandbox',
  ba: 'by behavioral analysis',
}

export function blockedHow(category: ThreatCategory | undefined): string {
  return category === undefined ? 'blocked' : `blocked ${THREAT_BLOCKED_HOW[category]}`
}

export function threatCategory(value: string | null): ThreatCategory | undefined {
  return THREAT_CATEGORIES.find((category) => category === value)
}
