import { Link } from 'react-router'
import { isGovernmental } from '../../domain/cloud.ts'
import { topMenuRoute } from '../../domain/menu.ts'
import { GovernmentMark, Logo } from '../brand/logo.tsx'
import { CloudSelector } from './cloud-selector.tsx'
import { ExternalLink } from './external-link.tsx'
import { useSelectedCloud } from './selected-cloud.tsx'
import styles from './top-bar.module.css'
import { useRoot } from './use-root.ts'

/** N-01 to N-06 */
export function TopBar() {
  const { global } = useRoot()
  const { cloud } = useSelectedCloud()
  return (
    <div className={styles.bar}>
      <div className={`page ${styles.row}`}>
        <Link className={styles.logo} to={cloud === undefined ? '/' : `/${cloud.domain}`}>
          <Logo provider={global.provider.name} />
        </Link>
        {cloud !== undefined && isGovernmental(cloud, global.isGov) && <GovernmentMark />}
        {cloud !== undefined && <CloudSelector cloud={cloud} />}
        <TopMenu className={styles.links} />
        {!global.isTrustDR && (
          <div className={styles.account}>
            <Link className="button" to="/sign-in">
              Sign In
            </Link>
            <Link className="button primary" to="/subscribe">
              Subscribe
            </Link>
          </div>
        )}
      </div>
    </div>
  )
}

/** N-05: in the top bar where it has room, in the footer elsewhere. */
export function TopMenu({ className }: { className: string | undefined }) {
  const { global } = useRoot()
  const { cloud } = useSelectedCloud()
  if (cloud === undefined) return null
  return (
    <nav className={className} aria-label={`${global.provider.name} sites`}>
      {global.menu.top_menu.map((item) => (
        <ExternalLink key={item.item} href={topMenuRoute(item, cloud)}>
          {item.item}
        </ExternalLink>
      ))}
    </nav>
  )
}
