import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInInstead } from '../../domain/account/protected-page.ts'
import { useSession } from '../../ui/account/session.ts'
import { useRoot } from '../../ui/root-data.ts'
import type { Page, PageContext, PageOutcome } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'
import styles from './own-placeholder.module.css'
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

/** Readers who sign out here aren't sent to the sign-in page. */
function Protected({ children }: { children: ReactNode }) {
  const session = useSession()
  const { isTrustDR } = useRoot().global
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const wasSignedIn = useRef(false)

  useEffect(() => {
    if (session.kind === 'signed-in') wasSignedIn.current = true
    if (session.kind !== 'signed-out' || isTrustDR) return
    const leadsElsewhere = session.because === 'asked' || session.because === 'lost'
    const isLeaving = wasSignedIn.current && leadsElsewhere
    const isEnded = session.because === 'ended'
    const to = signInInstead({ path: pathname, search, hash, isEnded })
    if (!isLeaving && to !== undefined) void navigate(to, { replace: true })
  }, [session, isTrustDR, pathname, search, hash, navigate])

  return session.kind === 'signed-out' && !isTrustDR ? null : children
}
