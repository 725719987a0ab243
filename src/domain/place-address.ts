import type { Month } from './calendar/month.ts'
import { slugOf } from './slug.ts'

export const PLACE_KINDS = ['service', 'data-center'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

const FOLDERS: Record<PlaceKind, string> = { service: 'services', 'data-center': 'data-centers' }

export function placePath(cloudDomain: string, kind: PlaceKind, slug: string): string {
  return `/${cloudDomain}/${FOLDERS[kind]}/${slug}`
}

export function placeCsvPath(cloudDomain: string, kind: PlaceKind, slug: string, month?: Month): string {
  return `${placePath(cloudDomain, kind, slug)}/availability.csv${month === undefined ? '' : `?month=${month}`}`
}

export function availabilityPath(cloudDomain: string): string {
  return `/${cloudDomain}/availability`
}

export function placeOfPath(path: string): { kind: PlaceKind; slug: string } | undefined {
  const [, folder, slug, ...more] = path.split('/')
  const kind = PLACE_KINDS.find((each) => FOLDERS[each] === folder)
  return kind === undefined || slug === undefined || more.length > 0 ? undefined : { kind, slug }
}

/**
 * Places that would share a name, or have none in Latin letters, get their number. A number alone is an
 * address, too: it survives a new name.
 */
export function placeSlugs(places: readonly { tid: number; name: string }[]): Map<number, string> {
  const owners = new Map<string, number>()
  for (const { name } of places) owners.set(slugOf(name), (owners.get(slugOf(name)) ?? 0) + 1)
  // A name of digits only could be taken for a number.
  const isPlain = (slug: string) => owners.get(slug) === 1 && /[a-z]/.test(slug)
  return new Map(
    places.map(({ tid, name }) => {
      const slug = slugOf(name)
      if (isPlain(slug)) return [tid, slug]
      const numbered = [slug, tid].filter((part) => part !== '').join('-')
      // Another place may have this very name.
      return [tid, isPlain(numbered) ? `${numbered}-${tid}` : numbered]
    }),
  )
}
