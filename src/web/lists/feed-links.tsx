import type { ChosenPlaces } from '../../domain/chosen-places.ts'
import { type FeedName, feedPath } from '../../domain/feed-name.ts'
import styles from './feed-links.module.css'

/** L-03: plain links, because a feed is not a page of this site. */
export function FeedLinks({
  feed,
  cloud,
  mine,
}: {
  feed: FeedName
  cloud?: string | undefined
  mine?: ChosenPlaces
}) {
  return (
    <p className={styles.links}>
      <a href={feedPath(feed, cloud, undefined, mine)}>
        RSS<span className="hidden"> feed of {feed.title}</span>
      </a>
      <a href={feedPath(feed, cloud, 'json', mine)}>
        JSON<span className="hidden"> feed of {feed.title}</span>
      </a>
    </p>
  )
}
