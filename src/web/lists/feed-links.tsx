import { type ChosenPlaces, countChosen } from '../../domain/chosen-places.ts'
import { type FeedName, feedPath, placesFeedPath } from '../../domain/feed-name.ts'
import { usePast } from '../past/past-context.ts'
import styles from './feed-links.module.css'

/** L-03: plain links, because a feed is not a page of this site. The feed of a selection has all kinds of records. */
export function FeedLinks({
  feed,
  cloud,
  mine,
}: {
  feed: FeedName
  cloud?: string | undefined
  mine?: ChosenPlaces | undefined
}) {
  const past = usePast()
  // Feeds only cover the present.
  if (past !== undefined) return null
  const isOfPlaces = mine !== undefined && cloud !== undefined && countChosen(mine) > 0
  const addressOf = (format?: 'json') =>
    isOfPlaces ? placesFeedPath(cloud, mine, format) : feedPath(feed, cloud, format)
  return (
    <p className={styles.links}>
      <a href={addressOf()}>
        RSS<span className="hidden"> feed of {feed.title}</span>
      </a>
      <a href={addressOf('json')}>
        JSON<span className="hidden"> feed of {feed.title}</span>
      </a>
    </p>
  )
}
