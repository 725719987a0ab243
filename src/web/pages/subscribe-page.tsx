import { Link } from 'react-router'
import { OWN_SETTINGS_PATH } from '../../domain/account/settings-address.ts'
import { FEEDS } from '../../domain/feed-name.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { User } from '../account/use-user.ts'
import { FeedLinks } from '../lists/feed-links.tsx'
import type { PageContext } from '../page.ts'
import { EmailState } from '../settings/email-state.tsx'
import { ownPage } from '../settings/own-page.tsx'
import { RuledSection } from '../settings/ruled-section.tsx'
import { SectionedPage } from '../settings/sectioned-page.tsx'
import { WithUser } from '../settings/with-user.tsx'
import styles from './subscribe-page.module.css'

const SUBSCRIPTIONS = 'Subscriptions'

/** U-01 as far as there are subscriptions: how many there are, where messages go, and what tells of news today. */
export const subscribePage = ownPage({
  title: SUBSCRIPTIONS,
  description: 'What you are told of, and where messages go.',
  Content: ({ context }) => (
    <WithUser title={SUBSCRIPTIONS}>{(user) => <Subscriptions user={user} context={context} />}</WithUser>
  ),
})

function Subscriptions({ user, context }: { user: User; context: PageContext }) {
  const isVerified = user.interactive === null
  return (
    <SectionedPage title={SUBSCRIPTIONS} lead={`${user.subscriptions_count} Subscription(s)`}>
      <RuledSection
        name="messages"
        title="Where messages go"
        intro={
          isVerified
            ? 'Messages go to your email address.'
            : 'Messages go to your email address once it is verified. Until then none is sent.'
        }
      >
        {user.mail !== '' && <EmailState email={user.mail} isVerified={isVerified} />}
        <p>
          <Link to={`${OWN_SETTINGS_PATH}#email`}>Your email in the settings</Link>
        </p>
      </RuledSection>
      <RuledSection
        name="choice"
        title="What you hear of"
        intro="Choosing what you hear of is not part of this version yet. Feeds tell of everything that is published."
      />
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
    </SectionedPage>
  )
}

/** Those whose lists the cloud has. */
function feedsOf({ global, cloud }: PageContext) {
  const paths = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).map((item) => menuPath(item, cloud))
  return Object.values(FEEDS).filter(({ routes }) =>
    routes.some((route) => paths.includes(menuPath({ route, deep_link: true }, cloud))),
  )
}
