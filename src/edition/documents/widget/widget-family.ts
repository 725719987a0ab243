import { WidgetNotice } from '../../../contract/widget.ts'
import { BADGE_WORDS } from '../../../domain/badge/badge-look.ts'
import { widgetPath } from '../../../domain/machine-paths.ts'
import { defaultPath } from '../../../domain/menu.ts'
import { nextOpening } from '../../answers/open-at-centers.ts'
import { verdictOf } from '../../answers/verdict-answer.ts'
import type { SiteCloud } from '../../edition.ts'
import { cloudOfDomain } from '../cloud-of-domain.ts'
import type { DocumentFamily, DocumentView } from '../document.ts'

export const widgetFamily: DocumentFamily = {
  tag: 'Widget',
  routes: [
    {
      path: widgetPath(':cloudDomain'),
      summary: 'The status of a cloud in a sentence, as the widget shows it',
      type: 'application/json; charset=utf-8',
      answer: WidgetNotice,
      find(edition, { cloudDomain }) {
        const cloud = cloudOfDomain(edition, cloudDomain)
        return (
          cloud && {
            address: widgetPath(cloud.domain),
            cloud: cloud.machine_name,
            write: (view) => ({
              body: JSON.stringify(noticeOf(view, cloud)),
              until: nextOpening(view.edition.records, cloud, view.now),
            }),
          }
        )
      },
      addresses: ({ site: { clouds } }) => clouds.map(({ domain }) => widgetPath(domain)),
    },
  ],
}

function noticeOf({ edition, now, publicUrl }: DocumentView, cloud: SiteCloud): WidgetNotice {
  const { state, trouble, rest, incident, openCount, since } = verdictOf(edition, cloud, now)
  const path = incident === null ? defaultPath(cloud) : `/${cloud.domain}/posts/${incident.id}`
  return {
    provider: edition.site.provider.name,
    cloud: cloud.domain,
    state,
    word: BADGE_WORDS[state],
    message: trouble + rest,
    title: incident?.title ?? null,
    count: openCount,
    since: since?.toISOString() ?? null,
    url: publicUrl + path,
  }
}
