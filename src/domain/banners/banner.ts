/** O-01: how grave a banner is, the gravest first. */
export const GRAVITIES = ['critical', 'warning', 'notice'] as const
export type Gravity = (typeof GRAVITIES)[number]

/** What staff say across the top of every page, of one cloud or of all. */
export interface Banner {
  id: number
  /** Machine name; null on every cloud. */
  cloud: string | null
  gravity: Gravity
  text: string
  link: BannerLink | null
}

export interface BannerLink {
  /** A path of this site or an https address. */
  url: string
  text: string
}

/** A banner with its period: readers get it only while the period lasts. */
export interface PlannedBanner extends Banner {
  /** Null: at once. */
  startsAt: Date | null
  /** Null: until staff take it away. */
  endsAt: Date | null
}
