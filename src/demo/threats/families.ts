import type { ThreatCategory } from '../../domain/threats/threat-category.ts'

export interface DemoFamily {
  category: ThreatCategory
  name: string
  /** Blocked on an ordinary working day in all regions. */
  perDay: number
}

/** Real names of common families; the figures are made up. */
const PER_DAY: Readonly<Record<ThreatCategory, readonly (readonly [name: string, perDay: number])[]>> = {
  malware: [
    ['AgentTesla', 13_200_000],
    ['FormBook', 10_700_000],
    ['Emotet', 8_600_000],
    ['Qakbot', 7_100_000],
    ['RedLine', 6_000_000],
    ['Remcos', 4_900_000],
    ['AsyncRAT', 3_100_000],
  ],
  threat: [
    ['Credential phishing', 23_900_000],
    ['Botnet callback', 12_500_000],
    ['Cryptomining', 7_700_000],
    ['Browser exploit', 4_900_000],
    ['Cobalt Strike beacon', 3_300_000],
    ['Malicious advertising', 2_000_000],
  ],
  sandbox: [
    ['Office macro', 5_200_000],
    ['Packed executable', 4_200_000],
    ['Script dropper', 3_100_000],
    ['PDF lure', 2_300_000],
  ],
  ba: [
    ['Credential dumping', 3_900_000],
    ['Process injection', 3_000_000],
    ['Living off the land', 2_500_000],
    ['Lateral movement', 1_500_000],
    ['Mass file encryption', 1_000_000],
  ],
}

export const FAMILIES: readonly DemoFamily[] = Object.entries(PER_DAY).flatMap(([category, families]) =>
  families.map(([name, perDay]) => ({ category: category as ThreatCategory, name, perDay })),
)
