/** O-01: banner severities, most severe first. */
export const GRAVITIES = ['critical', 'warning', 'notice'] as const
export type Gravity = (typeof GRAVITIES)[number]

export interface Banner {
  id: number
  /** Machine name; null for all clouds. */
  cloud: string | null
  gravity: Gravity
  text: string
  link: BannerLink | null
}

export interface BannerLink {
  /** A path on this site or an https URL. */
  url: string
  text: string
}

export interface PlannedBanner extends Banner {
  startsAt: Date | null
  endsAt: Date | null
}
