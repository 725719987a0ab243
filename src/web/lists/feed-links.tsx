import { type FeedName, feedPath } from '../../domain/feed-name.ts'
import styles from './feed-links.module.css'

/** L-03: plain links, because a feed is not a page of this site. */
export function FeedLinks({ feed, cloud }: { feed: FeedName; cloud?: string | undefined }) {
  return (
    <p className={styles.links}>
      <a href={feedPath(feed, cloud)}>
        RSS<span className="hidden"> feed of {feed.title}</span>
      </a>
      <a href={feedPath(feed, cloud, 'json')}>
        JSON<span className="hidden"> feed of {feed.title}</span>
      </a>
    </p>
  )
}
