import { countChosen, formatChosen } from '../../domain/chosen-places.ts'
import { FEEDS, type FeedName, feedPath } from '../../domain/feed-name.ts'
import {
  isNarrowedAlike,
  knownListQuery,
  type ListQuery,
  notificationQuery,
} from '../../domain/list-query.ts'
import { type NotificationType, notificationTypeOf } from '../../domain/notification-type.ts'
import { NO_RECORDS_IN_NOTIFICATIONS } from '../../domain/texts.ts'
import { filtersInForce } from '../lists/filters-in-force.ts'
import { foundList } from '../lists/found-list.ts'
import { listMeta } from '../lists/list-meta.ts'
import { type ListFeed, ListPageLayout } from '../lists/list-page-layout.tsx'
import { listedRecords, type RecordsListed } from '../lists/listed-records.ts'
import { OnlyMineInList } from '../lists/only-mine-in-list.tsx'
import { definePage, type PageContext } from '../page.ts'
import { describeMenuItem, pageMeta } from './page-meta.ts'

interface Data {
  query: ListQuery
  list: RecordsListed
}

/** P-01 */
export const notificationListPage = definePage<Data>({
  async load(context) {
    const type = typeOf(context)
    const asked = notificationQuery(context.query)
    const readList = ({ page, category, mine }: ListQuery) =>
      context.read('/api/notifications', {
        notification_type: type,
        page,
        ...(category !== undefined && { category }),
        ...(isOfOneCloud(type) && { cloud: context.cloud.machine_name }),
        ...(countChosen(mine) > 0 && { mine: formatChosen(mine) }),
      })
    const askedList = await readList(asked)
    const query = knownListQuery(asked, {
      statuses: new Set(askedList.statuses.map(({ id }) => id)),
      dataCenters: new Set(),
      calendar: undefined,
    })
    const list = isNarrowedAlike(query, asked) ? askedList : await readList(query)
    return foundList({ query, list: listedRecords(list) })
  },

  meta({ query, list }, context) {
    const names = { cloud: context.cloud.domain, provider: context.global.provider.name }
    const meta = pageMeta(context.path, names, {
      title: list.pageType,
      description: describeMenuItem(
        { route: context.item?.route ?? context.path, component: 'notification' },
        names,
      ),
    })
    const { feed, cloud } = feedOf(context)
    const filters = filtersInForce(query, list.statuses, [], list.mine)
    return {
      ...listMeta(meta, { query, list }, filters),
      feedPath: feedPath(feed, cloud),
      ...(list.mine !== undefined && { canonicalPath: context.path }),
    }
  },

  Content({ data: { query, list }, context }) {
    return (
      <ListPageLayout
        list={list}
        query={query}
        filters={filtersInForce(query, list.statuses, [], list.mine)}
        path={context.path}
        emptyText={NO_RECORDS_IN_NOTIFICATIONS}
        addressOf={(record) => `/${context.cloud.domain}/notification/${record.id}`}
        feed={feedOf(context)}
        onlyMine={<OnlyMineInList context={context} query={query} />}
      />
    )
  },
})

function typeOf({ item, path }: PageContext): NotificationType {
  return notificationTypeOf(item?.route ?? path)
}

function isOfOneCloud(type: NotificationType) {
  return type === 'cloud_app'
}

const FEED_OF_TYPE: Record<NotificationType, FeedName> = {
  url_change_notification: FEEDS.urlCategories,
  cloud_app: FEEDS.cloudApps,
  advisories: FEEDS.advisories,
  sub_processor: FEEDS.subProcessors,
}

function feedOf(context: PageContext): ListFeed {
  const type = typeOf(context)
  return { feed: FEED_OF_TYPE[type], cloud: isOfOneCloud(type) ? context.cloud.machine_name : undefined }
}
