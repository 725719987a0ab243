import { type Banner, GRAVITIES, type PlannedBanner } from './banner.ts'

/** O-01: what readers are shown now, the gravest first and of equals the newest. Nothing is told before its time. */
export function bannersInForce(planned: readonly PlannedBanner[], now: Date): Banner[] {
  return planned
    .filter((banner) => isInForce(banner, now))
    .sort((a, b) => rankOf(a) - rankOf(b) || b.id - a.id)
    .map(({ id, cloud, gravity, text, link }) => ({ id, cloud, gravity, text, link }))
}

/** Of those in force, the ones that concern a cloud. */
export function bannersOn<B extends Pick<Banner, 'cloud'>>(
  banners: readonly B[],
  cloud: string | undefined,
): B[] {
  return banners.filter((banner) => banner.cloud === null || banner.cloud === cloud)
}

/** When the banners will change by themselves next; undefined while nothing is planned. */
export function nextBannerChange(planned: readonly PlannedBanner[], now: Date): Date | undefined {
  return changesOf(planned).find((moment) => moment > now)
}

/** When they last did. */
export function lastBannerChange(planned: readonly PlannedBanner[], now: Date): Date | undefined {
  return changesOf(planned).findLast((moment) => moment <= now)
}

function isInForce({ startsAt, endsAt }: PlannedBanner, now: Date) {
  const hasBegun = startsAt === null || startsAt <= now
  const isOver = endsAt !== null && endsAt <= now
  return hasBegun && !isOver
}

function rankOf({ gravity }: Banner) {
  return GRAVITIES.indexOf(gravity)
}

function changesOf(planned: readonly PlannedBanner[]): Date[] {
  return planned
    .flatMap(({ startsAt, endsAt }) => [startsAt ?? [], endsAt ?? []].flat())
    .sort((a, b) => a.getTime() - b.getTime())
}
