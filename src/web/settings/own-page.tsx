import type { ComponentType } from 'react'
import { useSession } from '../../ui/account/session.ts'
import { Protected } from '../account/protected.tsx'
import type { Page, PageContext, PageOutcome } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'
import styles from './own-page.module.css'
import { OwnPlaceholder } from './own-placeholder.tsx'

/**
 * G-19: a page about the user's own account. The server's HTML is the same for everyone: the heading and a placeholder
 * that the browser fills in.
 */
export function ownPage({
  Content,
  description,
  ...page
}: {
  title: string
  description: string
  canonicalPath?: string
  load?: (context: PageContext) => Promise<PageOutcome<null>>
  Content: ComponentType<{ context: PageContext }>
}): Page<unknown> {
  return accountPage({
    ...page,
    description: () => description,
    Content({ context }) {
      const session = useSession()
      return (
        <Protected>
          <div className={styles.page}>
            {session.kind === 'signed-in' ? (
              <Content context={context} />
            ) : (
              <OwnPlaceholder title={page.title} />
            )}
          </div>
        </Protected>
      )
    },
  })
}
