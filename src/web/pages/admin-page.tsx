import { Link } from 'react-router'
import { can } from '../../domain/access.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { User } from '../account/use-user.ts'
import { DeliveriesSection } from '../admin-deliveries/deliveries-section.tsx'
import type { PageContext } from '../page.ts'
import { BreakableAddress } from '../parts/breakable-address.tsx'
import { EmptyText } from '../parts/empty-text.tsx'
import { NotLoadedPage } from '../settings/not-loaded-page.tsx'
import { ownPage } from '../settings/own-page.tsx'
import { OwnPlaceholder } from '../settings/own-placeholder.tsx'
import { RuledSection } from '../settings/ruled-section.tsx'
import { SectionedPage } from '../settings/sectioned-page.tsx'
import { useAccountAnswer } from '../settings/use-account-answer.ts'
import { WithUser } from '../settings/with-user.tsx'
import styles from './admin-page.module.css'

const ADMIN = 'Admin'

/** where staff begin: who they are here, and what that lets them see. */
export const adminPage = ownPage({
  title: ADMIN,
  description: 'For staff.',
  Content: ({ context }) => (
    <WithUser title={ADMIN}>
      {(user) =>
        can(user.roles, 'read-internal-fields') ? (
          <ForStaff user={user} context={context} />
        ) : (
          <ForOthers uid={user.uid} context={context} />
        )
      }
    </WithUser>
  ),
})

function ForStaff({ user, context }: { user: User; context: PageContext }) {
  return (
    <SectionedPage title={ADMIN} lead={<SignedInAs {...user} />}>
      <RuledSection
        name="roles"
        title="Your roles"
        intro="As your sign-in gave them; each sign-in reads them anew."
      >
        <dl className={styles.roles}>
          {user.roles.map((role) => (
            <div key={role}>
              <dt>{ROLE_WORDS[role].name}</dt>
              <dd>May {ROLE_WORDS[role].may}.</dd>
            </div>
          ))}
        </dl>
      </RuledSection>
      {can(user.roles, 'see-deliveries') && (
        <DeliveriesSection canRetry={can(user.roles, 'retry-deliveries')} />
      )}
      <RuledSection
        name="records"
        title="Internal fields"
        intro={`Every record shows you its internal note and links, in a block titled "Confidential Internal Only". You find the records of ${context.cloud.domain} in its lists.`}
      >
        <ul className={styles.lists}>
          {recordLists(context).map(({ path, name }) => (
            <li key={path}>
              <Link to={path}>{name}</Link>
            </li>
          ))}
        </ul>
      </RuledSection>
    </SectionedPage>
  )
}

function SignedInAs({ mail, name }: User) {
  return (
    <>
      Signed in as{' '}
      <span className={styles.mail}>
        <BreakableAddress address={mail === '' ? name : mail} />
      </span>
    </>
  )
}

/** Staff have no password here; whoever has one is a customer. */
function ForOthers({ uid, context: { global, cloud } }: { uid: number; context: PageContext }) {
  const { called, reload } = useAccountAnswer('GET /api/user/:uid/settings', uid)
  if (called === undefined) return <OwnPlaceholder title={ADMIN} />
  if (called.kind === 'refused') {
    return <NotLoadedPage title={ADMIN} message={called.message} onRetry={reload} />
  }
  const { name } = global.provider
  return (
    <SectionedPage title={ADMIN}>
      <EmptyText onward={<Link to={`/${cloud.domain}`}>Go to {cloud.title}</Link>}>
        {called.answer.data.has_password ? `This area is for ${name} staff.` : noRole(name)}
      </EmptyText>
    </SectionedPage>
  )
}

function noRole(provider: string) {
  return `No role on this site has been given to you yet. Ask the administrators of the ${provider} employee login for one, then sign in again.`
}

/** The kinds of pages that list records. */
const LISTS = ['maintenance', 'notification']

function recordLists({ global, cloud }: PageContext) {
  return pagesOfMenu(visibleMenu(global.menu.main_menu, cloud))
    .filter(({ component }) => LISTS.includes(component))
    .map((item) => ({ path: menuPath(item, cloud), name: item.item }))
}
