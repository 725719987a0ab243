import type { PostRecord } from '../../contract/records.ts'
import type { PageContext } from '../page.ts'
import type { PageMeta } from '../pages/page-meta.ts'

export function recordMeta(
  { title, summary }: Pick<PostRecord, 'title' | 'summary'>,
  { global, cloud }: Pick<PageContext, 'global' | 'cloud'>,
): PageMeta {
  return {
    title,
    description:
      summary === '' ? `${title}: a notice of ${global.provider.name} on ${cloud.domain}.` : summary,
  }
}
