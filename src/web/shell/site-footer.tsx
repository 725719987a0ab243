import { type Ref, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { ReadPath } from '../../contract/public-reads.ts'
import { informingPath } from '../../domain/informing/informing-address.ts'
import { ipRangesPath } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { forMachinesPath } from '../../domain/machine-paths.ts'
import { availabilityPath } from '../../domain/place-address.ts'
import { ExternalLink } from '../../ui/parts/external-link.tsx'
import { ThemeSwitch } from '../../ui/parts/theme-switch.tsx'
import { useRoot } from '../../ui/root-data.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { editionOfPage, type NumberAndTime } from '../live/edition-shown.ts'
import { EarlierVersion } from '../past/past-strip.tsx'
import { ZoneSwitch } from '../times/zone-switch.tsx'
import { useSelectedCloud } from './selected-cloud.tsx'
import styles from './site-footer.module.css'
import { TopMenu } from './top-bar.tsx'

/** N-10 */
export function SiteFooter({
  cookieSettings,
  onCookieSettings,
}: {
  cookieSettings: Ref<HTMLButtonElement>
  onCookieSettings: () => void
}) {
  const { global, year } = useRoot()
  const { cloud } = useSelectedCloud()
  const { provider, edition, isTrustDR } = global
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.inner}`}>
        {/* The backup site has no database, and its banner has the same information. */}
        {edition.stale_since !== null && !isTrustDR && (
          <p className={styles.stale}>
            Content as of <Moment at={edition.stale_since} />: the site can’t reach its database, so newer
            posts may be missing.
          </p>
        )}
        <TopMenu className={styles.sites} />
        {provider.brand !== undefined && provider.brand.footer_text !== '' && (
          <p className={styles.text} dir="auto">
            {provider.brand.footer_text}
          </p>
        )}
        <div className={styles.legal}>
          <p>
            © {year} {provider.legal_name}
          </p>
          {(provider.brand?.legal_links ?? []).map(({ label, url }) => (
            <LegalLink key={label} label={label} url={url} />
          ))}
          {provider.feedback_email !== '' && <a href={`mailto:${provider.feedback_email}`}>Send feedback</a>}
          {cloud !== undefined && <Link to={availabilityPath(cloud.domain)}>Availability</Link>}
          {cloud !== undefined && <Link to={informingPath(cloud.domain)}>How we keep you informed</Link>}
          {cloud !== undefined && <Link to={ipRangesPath(cloud.domain)}>IP ranges</Link>}
          {cloud !== undefined && <Link to={forMachinesPath(cloud.domain)}>Developers</Link>}
          <Link to="/privacy-compliance/cookie-policy">Cookie policy</Link>
          <CookieSettingsButton ref={cookieSettings} onOpen={onCookieSettings} />
        </div>
        <div className={styles.switches}>
          <ThemeSwitch />
          <ZoneSwitch />
        </div>
        <EarlierVersion />
        <EditionLine />
      </div>
    </footer>
  )
}

function EditionLine() {
  const edition = useEditionShown()
  return (
    <p>
      {edition === undefined ? (
        <a href={EDITION_PATH}>Current edition</a>
      ) : (
        <>
          Edition {EDITION_NUMBER.format(edition.number)} · published <Moment at={edition.published_at} />
        </>
      )}
    </p>
  )
}

const EDITION_PATH: ReadPath = '/api/edition'

/** Any path of this site may be one for programs or staff, so it is a plain link. */
function LegalLink({ label, url }: { label: string; url: string }) {
  return url.startsWith('/') ? <a href={url}>{label}</a> : <ExternalLink href={url}>{label}</ExternalLink>
}

const EDITION_NUMBER = new Intl.NumberFormat('en-US')

function CookieSettingsButton({ onOpen, ref }: { onOpen: () => void; ref: Ref<HTMLButtonElement> }) {
  return (
    <button ref={ref} type="button" className={styles.open} onClick={onOpen}>
      Cookie settings
    </button>
  )
}

/** Undefined on the server, while hydrating, and if unknown. */
function useEditionShown(): NumberAndTime | undefined {
  const { number, published_at } = useRoot().global.edition
  const ofPage = useSyncExternalStore(onNothing, editionOfPage, () => undefined)
  return number !== undefined && published_at !== undefined ? { number, published_at } : ofPage
}

const onNothing = () => () => {}
