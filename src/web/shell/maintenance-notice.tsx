import type { PublicBrand } from '../../domain/brand/brand.ts'
import { Logo } from '../../ui/parts/logo.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import type { HeadingLevel } from '../parts/page-head.tsx'
import failed from './failed-page.module.css'
import styles from './top-bar.module.css'

export const MAINTENANCE_TITLE = 'This site is down for maintenance'

export interface ClosedSite {
  message: string
  until: string | undefined
  /** Undefined if there is no content. */
  provider: { name: string; feedback_email: string; brand?: PublicBrand } | undefined
}

/** O-02: everything that a site in maintenance shows. The empty href reloads it, even without scripts. */
export function MaintenanceNotice({ message, until, provider }: ClosedSite) {
  return (
    <>
      <header className="shell">
        <div className={styles.bar}>
          <div className={`page ${styles.row}`}>
            {provider && <Logo provider={provider.name} brand={provider.brand} />}
          </div>
        </div>
      </header>
      <main id="main" className="page">
        <ClosedWords message={message} until={until} provider={provider} />
      </main>
    </>
  )
}

/** Staff also see a preview of this on a page with its own heading. */
export function ClosedWords({ message, until, provider, level = 1 }: ClosedSite & { level?: HeadingLevel }) {
  const Heading = `h${level}` as const
  return (
    <section className={failed.failed}>
      <Heading>{MAINTENANCE_TITLE}.</Heading>
      <p className={failed.reason} dir="auto">
        {message}
      </p>
      {until !== undefined && (
        <p className={failed.reason}>
          We expect to be back by <Moment at={until} />.
        </p>
      )}
      {provider !== undefined && provider.feedback_email !== '' && (
        <p className={failed.reason}>
          Until then, reach us at <a href={`mailto:${provider.feedback_email}`}>{provider.feedback_email}</a>.
        </p>
      )}
      <p>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty href is this address */}
        <a className="button" href="">
          Try again
        </a>
      </p>
    </section>
  )
}
