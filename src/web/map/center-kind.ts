/** M-03: what a data center is, in the order in which one of several is shown. */
const CENTER_KINDS = ['premium', 'fedramp', 'surcharge', 'standard'] as const
export type CenterKind = (typeof CENTER_KINDS)[number]

/** What a marker shows: the kind of its data center, or that there are several. */
export type MarkerKind = CenterKind | 'multiple'

export interface CenterFlags {
  premium_dc: 0 | 1
  intfedmoddc: 0 | 1
  regional_surcharge: 0 | 1
}

/** All that a data center is; the first is the one on the map. G-03: on government clouds nothing is called Premium. */
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

/** M-04: the legend names what is on the map and nothing else. */
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
