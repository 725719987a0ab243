import type { ThreatCategory } from '../../domain/threats/threat-category.ts'

export interface DemoFamily {
  category: ThreatCategory
  name: string
  /** Blocked on an ordinary working day in all regions. */
  perDay: number
}

/** Names that analysts use for what everybody meets; the figures are made up. */
const PER_DAY: Readonly<Record<ThreatCategory, readonly (readonly [name: string, perDay: number])[]>> = {
  malware: [
    ['AgentTesla', 412_000],
    ['FormBook', 334_000],
    ['Emotet', 268_000],
    ['Qakbot', 221_000],
    ['RedLine', 187_000],
    ['Remcos', 152_000],
    ['AsyncRAT', 96_000],
  ],
  threat: [
    ['Credential phishing', 748_000],
    ['Botnet callback', 391_000],
    ['Cryptomining', 242_000],
    ['Browser exploit', 153_000],
    ['Cobalt Strike beacon', 104_000],
    ['Malicious advertising', 61_000],
  ],
  sandbox: [
    ['Office macro', 164_000],
    ['Packed executable', 131_000],
    ['Script dropper', 98_000],
    ['PDF lure', 72_000],
  ],
  ba: [
    ['Credential dumping', 121_000],
    ['Process injection', 93_000],
    ['Living off the land', 77_000],
    ['Lateral movement', 48_000],
    ['Mass file encryption', 31_000],
  ],
}

export const FAMILIES: readonly DemoFamily[] = Object.entries(PER_DAY).flatMap(([category, families]) =>
  families.map(([name, perDay]) => ({ category: category as ThreatCategory, name, perDay })),
)
