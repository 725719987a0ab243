import type { Edition, SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'

/** Without a cloud, the address is on the post's oldest one, so that the order of clouds doesn't matter. */
export function postAddress(
  { site }: Pick<Edition, 'site'>,
  record: Pick<EditionRecord, 'id' | 'kind' | 'clouds'>,
  { cloud, publicUrl }: { cloud: SiteCloud | undefined; publicUrl: string },
): string {
  const own = site.clouds.filter(({ id }) => record.clouds.includes(id)).toSorted((a, b) => a.id - b.id)
  const home = cloud ?? own[0] ?? site.clouds[0]
  const segment = record.kind === 'notification' ? 'notification' : 'posts'
  return `${publicUrl}/${home?.domain ?? ''}/${segment}/${record.id}`
}
