import type { Edition, SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'

/** Of a post on the cloud that was asked for, else on the oldest of its own: whatever order the clouds stand in, it is the same. */
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
