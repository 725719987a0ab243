import { Link } from 'react-router'
import { OWN_CHANNELS_PATH } from '../../domain/account/settings-address.ts'
import { CopyButton } from '../machines/copy-button.tsx'
import { useIsAlive } from '../parts/use-is-alive.ts'
import type { Followed } from './follow-panel.tsx'
import { calendarOf, feedOf } from './ways.ts'
import styles from './ways-to-follow.module.css'

/** The same selection without an email address. These are files, so the links are plain. */
export function WaysToFollow({ followed }: { followed: Followed }) {
  const { choice, about } = followed
  const feed = feedOf(followed)
  const calendar = calendarOf(followed)
  return (
    <section className={styles.ways} aria-label={`Other ways to follow ${about}`}>
      <dl>
        <div>
          <dt>Feed</dt>
          <dd className={styles.links}>
            <a href={feed}>RSS</a>
            <a href={withFormat(feed, 'atom')}>Atom</a>
            <a href={withFormat(feed, 'json')}>JSON</a>
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
          <dd>
            Send <Command feed={feed} /> in a channel.
          </dd>
        </div>
        <div>
          <dt>Teams</dt>
          <dd>
            In a channel choose Workflows, then “Post RSS items”, and paste the address of the feed.{' '}
            {choice.kind === 'places' && (
              <>
                Or <Link to={OWN_CHANNELS_PATH}>connect Slack or Teams to an account</Link>.
              </>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** Slack needs the whole address, which only the browser knows. */
function Command({ feed }: { feed: string }) {
  const isAlive = useIsAlive()
  const text = `/feed subscribe ${isAlive ? location.origin : ''}${feed}`
  return (
    <span className={styles.command}>
      <code>{text}</code>
      <CopyButton text={text} name="the command for Slack" isSmall />
    </span>
  )
}

function withFormat(feed: string, format: 'atom' | 'json') {
  return `${feed}${feed.includes('?') ? '&' : '?'}format=${format}`
}
