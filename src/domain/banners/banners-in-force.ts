import { type Banner, GRAVITIES, type PlannedBanner } from './banner.ts'

export function bannersInForce(planned: readonly PlannedBanner[], now: Date): Banner[] {
  return planned
    .filter((banner) => isInForce(banner, now))
    .sort((a, b) => rankOf(a) - rankOf(b) || b.id - a.id)
    .map(({ id, cloud, gravity, text, link }) => ({ id, cloud, gravity, text, link }))
}

export function bannersOn<B extends Pick<Banner, 'cloud'>>(
  banners: readonly B[],
  cloud: string | undefined,
): B[] {
  return banners.filter((banner) => banner.cloud === null || banner.cloud === cloud)
}

/** All banners that readers may know: current and past ones. */
export function bannersBegun(planned: readonly PlannedBanner[], now: Date): PlannedBanner[] {
  return planned.filter((banner) => hasBegun(banner, now))
}

export function nextBannerStart(planned: readonly PlannedBanner[], now: Date): Date | undefined {
  return planned
    .flatMap(({ startsAt }) => (startsAt !== null && startsAt > now ? startsAt : []))
    .sort((a, b) => a.getTime() - b.getTime())[0]
}

export function nextBannerChange(planned: readonly PlannedBanner[], now: Date): Date | undefined {
  return changesOf(planned).find((moment) => moment > now)
}

export function lastBannerChange(planned: readonly PlannedBanner[], now: Date): Date | undefined {
  return changesOf(planned).findLast((moment) => moment <= now)
}

function isInForce(banner: PlannedBanner, now: Date) {
  const isOver = banner.endsAt !== null && banner.endsAt <= now
  return hasBegun(banner, now) && !isOver
}

function hasBegun({ startsAt }: PlannedBanner, now: Date) {
  return startsAt === null || startsAt <= now
}

function rankOf({ gravity }: Banner) {
  return GRAVITIES.indexOf(gravity)
}

function changesOf(planned: readonly PlannedBanner[]): Date[] {
  return planned
    .flatMap(({ startsAt, endsAt }) => [startsAt ?? [], endsAt ?? []].flat())
    .sort((a, b) => a.getTime() - b.getTime())
}
