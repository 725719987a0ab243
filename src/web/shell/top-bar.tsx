import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { isGovernmental } from '../../domain/cloud.ts'
import { helpLinks } from '../../domain/help-links.ts'
import { topMenuRoute } from '../../domain/menu.ts'
import { searchPath } from '../../domain/search-words.ts'
import { useSession } from '../../ui/account/session.ts'
import { ExternalLink } from '../../ui/parts/external-link.tsx'
import { GovernmentMark, Logo, SmallMark } from '../../ui/parts/logo.tsx'
import { useRoot } from '../../ui/root-data.ts'
import { CloudSelector } from './cloud-selector.tsx'
import { useSelectedCloud } from './selected-cloud.tsx'
import styles from './top-bar.module.css'
import { useSignInAddress } from './use-page-state.ts'
import { UserMenu } from './user-menu.tsx'

/** N-01 to N-06, N-08 */
export function TopBar() {
  const { global } = useRoot()
  const { cloud } = useSelectedCloud()
  return (
    <div className={styles.bar}>
      <div className={`page ${styles.row}`}>
        <Link className={styles.logo} to={cloud === undefined ? '/' : `/${cloud.domain}`}>
          <span className={styles.whole}>
            <Logo provider={global.provider.name} brand={global.provider.brand} />
          </span>
          <span className={styles.small}>
            <SmallMark provider={global.provider.name} brand={global.provider.brand} />
            <span className="hidden">{global.provider.name} Trust</span>
          </span>
        </Link>
        {cloud !== undefined && isGovernmental(cloud, global.isGov) && <GovernmentMark />}
        {cloud !== undefined && <CloudSelector cloud={cloud} />}
        {cloud !== undefined && <SearchLink to={searchPath(cloud.domain)} />}
        <TopMenu className={styles.links} />
        {!global.isTrustDR && <Account />}
      </div>
    </div>
  )
}

/** Opened by Ctrl+K or ⌘K, too: keys without a modifier would disturb readers who dictate. */
function SearchLink({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      void navigate(to)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [navigate, to])
  return (
    <Link className={styles.search} to={to} aria-keyshortcuts="Control+K Meta+K" title="Search (Ctrl+K)">
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d="M8.500 2.500a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM13 13l4.500 4.500" />
      </svg>
      <span className="hidden">Search</span>
    </Link>
  )
}

/** Until scripts have loaded, a mark set by the script in the head reserves the space. */
function Account() {
  const { kind } = useSession()
  const signInAddress = useSignInAddress()
  if (kind === 'signed-in') {
    return (
      <div className={`${styles.account} ${styles.own}`}>
        <UserMenu />
      </div>
    )
  }
  return (
    <div className={styles.account} data-unknown={kind === 'unknown' ? '' : undefined}>
      <Link className="button" to={signInAddress}>
        Sign In
      </Link>
      <Link className="button primary" to="/subscribe">
        Subscribe
      </Link>
    </div>
  )
}

/** N-05: in the top bar if there is room, otherwise in the footer. */
export function TopMenu({ className }: { className: string | undefined }) {
  const { global } = useRoot()
  const { cloud } = useSelectedCloud()
  if (cloud === undefined) return null
  const help = helpLinks(global.provider, isGovernmental(cloud, global.isGov))
  return (
    <nav className={className} aria-label={`${global.provider.name} sites`}>
      {global.menu.top_menu.map((item) => (
        <ExternalLink key={item.item} href={help.address(topMenuRoute(item, cloud))}>
          {item.item}
        </ExternalLink>
      ))}
    </nav>
  )
}
