import { FEEDS, type FeedName } from '../../domain/feed-name.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { FeedLinks } from '../lists/feed-links.tsx'
import type { PageContext } from '../page.ts'
import { RuledSection } from '../settings/ruled-section.tsx'
import styles from './feeds-section.module.css'

/** L-03: what tells of everything, without signing in. */
export function FeedsSection({ context }: { context: Pick<PageContext, 'global' | 'cloud'> }) {
  return (
    <RuledSection
      name="feeds"
      title="Feeds"
      intro={`For a feed reader or a program of your own, without signing in. These are of ${context.cloud.domain}.`}
    >
      <ul className={styles.feeds}>
        {feedsOf(context).map((feed) => (
          <li key={feed.name}>
            <span>{feed.title}</span>
            <FeedLinks feed={feed} cloud={context.cloud.machine_name} />
          </li>
        ))}
      </ul>
    </RuledSection>
  )
}

/** Those whose lists the cloud has. */
function feedsOf({ global, cloud }: Pick<PageContext, 'global' | 'cloud'>): FeedName[] {
  const paths = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).map((item) => menuPath(item, cloud))
  return Object.values(FEEDS).filter(({ routes }) =>
    routes.some((route) => paths.includes(menuPath({ route, deep_link: true }, cloud))),
  )
}
