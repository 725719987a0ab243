/** M-03: in order of precedence. */
const CENTER_KINDS = ['premium', 'fedramp', 'surcharge', 'standard'] as const
export type CenterKind = (typeof CENTER_KINDS)[number]

export type MarkerKind = CenterKind | 'multiple'

export interface CenterFlags {
  premium_dc: 0 | 1
  intfedmoddc: 0 | 1
  regional_surcharge: 0 | 1
}

/** All kinds of a data center; the first is shown on the map. G-03: government clouds don't use Premium. */
export function kindsOf(flags: CenterFlags, isGovernmental: boolean): [CenterKind, ...CenterKind[]] {
  const isOf: Record<Exclude<CenterKind, 'standard'>, boolean> = {
    premium: flags.premium_dc === 1 && !isGovernmental,
    fedramp: flags.intfedmoddc === 1,
    surcharge: flags.regional_surcharge === 1,
  }
  const [first, ...others] = CENTER_KINDS.filter((kind) => kind !== 'standard' && isOf[kind])
  return first === undefined ? ['standard'] : [first, ...others]
}

export function markerKind(
  members: readonly { kinds: readonly [CenterKind, ...CenterKind[]] }[],
): MarkerKind {
  const [only, ...others] = members
  return only === undefined || others.length > 0 ? 'multiple' : only.kinds[0]
}

/** M-04: the legend lists only what is on the map. */
export function kindsOnShow(shown: readonly MarkerKind[]): MarkerKind[] {
  return LEGEND_ORDER.filter((kind) => shown.includes(kind))
}

const LEGEND_ORDER: readonly MarkerKind[] = ['standard', 'surcharge', 'premium', 'fedramp', 'multiple']

const WORDS: Record<MarkerKind, string> = {
  standard: 'Standard',
  surcharge: 'Regional surcharge',
  premium: 'Premium',
  fedramp: 'FedRAMP Moderate',
  multiple: 'Multiple data centers',
}

export function kindWords(kind: MarkerKind): string {
  return WORDS[kind]
}
