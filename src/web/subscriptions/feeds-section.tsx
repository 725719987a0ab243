import type { Cloud } from '../../domain/cloud.ts'
import { FEEDS, type FeedName } from '../../domain/feed-name.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'
import { FeedLinks } from '../lists/feed-links.tsx'
import type { PageContext } from '../page.ts'
import styles from './feeds-section.module.css'

type OnCloud = Pick<PageContext, 'global' | 'cloud'>

export function FeedsSection({ context, of }: { context: OnCloud; of: Cloud | undefined }) {
  const feeds = of === undefined ? notificationFeeds(context) : feedsOf({ ...context, cloud: of })
  return (
    <RuledSection
      name="feeds"
      title={`Feeds of ${of?.domain ?? 'all clouds'}`}
      intro="For a feed reader or your own program; no account needed."
    >
      <ul className={styles.feeds}>
        {feeds.map((feed) => (
          <li key={feed.name}>
            <span>{feed.title}</span>
            <FeedLinks feed={feed} cloud={of?.machine_name} />
          </li>
        ))}
      </ul>
    </RuledSection>
  )
}

function feedsOf({ global, cloud }: OnCloud): FeedName[] {
  const paths = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).map((item) => menuPath(item, cloud))
  return Object.values(FEEDS).filter(({ route }) =>
    paths.includes(menuPath({ route, deep_link: true }, cloud)),
  )
}

function notificationFeeds(context: OnCloud): FeedName[] {
  return feedsOf(context).filter(({ notificationType }) => notificationType !== undefined)
}
