import { countChosen } from '../../domain/chosen-places.ts'
import { FEEDS, feedPath, placesFeedPath, postFeedPath } from '../../domain/feed-name.ts'
import { maintenanceCalendarPath } from '../../domain/machine-paths.ts'
import { CopyButton } from '../machines/copy-button.tsx'
import { useIsAlive } from '../parts/use-is-alive.ts'
import type { FollowOffer } from './follow-panel.tsx'
import styles from './ways-to-follow.module.css'

/** The links are plain because they lead to files. */
export function WaysToFollow({ offer }: { offer: FollowOffer }) {
  const { about } = offer
  const feed = feedOf(offer)
  const calendar = calendarOf(offer)
  return (
    <section className={styles.ways} aria-label={`Other ways to follow ${about}`}>
      <dl>
        <div>
          <dt>Feed</dt>
          <dd className={styles.links}>
            <a href={feed}>RSS</a>
            <a href={feedOf(offer, 'atom')}>Atom</a>
            <a href={feedOf(offer, 'json')}>JSON</a>
          </dd>
        </div>
        {calendar !== undefined && (
          <div>
            <dt>Calendar</dt>
            <dd className={styles.links}>
              <a href={calendar}>Maintenance as iCalendar</a>
            </dd>
          </div>
        )}
        <div>
          <dt>Slack</dt>
          <dd className={styles.slack}>
            <span>
              Send <code>/feed subscribe</code> and the address of the feed.
            </span>
            <CopyCommand feed={feed} />
          </dd>
        </div>
        <div>
          <dt>Teams</dt>
          <dd>Choose Workflows in a channel, then “Post RSS items”, and paste the address of the feed.</dd>
        </div>
      </dl>
    </section>
  )
}

/** Slack needs the whole address, which only the browser knows. */
function CopyCommand({ feed }: { feed: string }) {
  const isAlive = useIsAlive()
  const text = `/feed subscribe ${isAlive ? location.origin : ''}${feed}`
  return <CopyButton text={text} name="the command for Slack" isSmall />
}

type Format = 'json' | 'atom' | undefined

/** One entry per update: chats post each entry once. */
function feedOf({ choice }: Pick<FollowOffer, 'choice'>, format?: Format): string {
  const { cloud } = choice
  if (choice.kind === 'record') return `${postFeedPath(cloud, choice.record, format)}&items=updates`
  return countChosen(choice.places) === 0
    ? `${feedPath(FEEDS.incidents, cloud, format)}&items=updates`
    : `${placesFeedPath(cloud, choice.places, format)}&items=updates`
}

/** Only maintenance has times for a calendar, and a single post shows its window on its page. */
function calendarOf({ choice }: Pick<FollowOffer, 'choice'>): string | undefined {
  if (choice.kind === 'record') return undefined
  return countChosen(choice.places) === 0
    ? maintenanceCalendarPath(choice.cloud)
    : maintenanceCalendarPath(choice.cloud, choice.places)
}
