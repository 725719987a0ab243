import { useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation, useRevalidator } from 'react-router'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { useBrandStyle } from '../../ui/brand-style.ts'
import { useRoot } from '../../ui/root-data.ts'
import { Toasts } from '../../ui/toast/toasts.tsx'
import { AccountKeeper } from '../account/account-keeper.tsx'
import { Banners } from '../banners/banners.tsx'
import { ConsentBanner } from '../consent/consent-banner.tsx'
import { LiveUpdates } from '../live/live-updates.tsx'
import type { HeadMeta } from '../page-state.ts'
import { TakingOver } from '../parts/use-is-alive.ts'
import { usePast } from '../past/past-context.ts'
import { PastStrip } from '../past/past-strip.tsx'
import { MainNav } from './main-nav.tsx'
import { PageStage } from './page-stage.tsx'
import { SelectedCloud, useSelectedCloud } from './selected-cloud.tsx'
import { SiteFooter } from './site-footer.tsx'
import { TopBar } from './top-bar.tsx'
import { usePageState } from './use-page-state.ts'
import { VerificationNotice } from './verification-notice.tsx'

/** In the storage of the tab; the cookie policy names it. */
export const SCROLL_POSITIONS_NAME = 'react-router-scroll-positions'

export function Shell() {
  return (
    <SelectedCloud>
      <Frame />
      <ScrollRestoration storageKey={SCROLL_POSITIONS_NAME} />
    </SelectedCloud>
  )
}

function Frame() {
  const { cloud } = useSelectedCloud()
  const { isTrustDR, provider } = useRoot().global
  const past = usePast()
  const [isConsentReopened, setConsentReopened] = useState(false)
  const cookieSettings = useRef<HTMLButtonElement>(null)
  useDocumentHead()
  useReloadForCloud()
  useBrandStyle(provider.brand?.style ?? null)

  function closeConsent() {
    if (isConsentReopened) cookieSettings.current?.focus()
    setConsentReopened(false)
  }

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <ConsentBanner isReopened={isConsentReopened} onAnswered={closeConsent} />
      <header className="shell">
        <TopBar />
        {cloud !== undefined && <MainNav cloud={cloud} />}
      </header>
      {!isTrustDR && <VerificationNotice />}
      {past === undefined ? <Banners /> : <PastStrip past={past} />}
      <PageStage />
      <SiteFooter cookieSettings={cookieSettings} onCookieSettings={() => setConsentReopened(true)} />
      <LiveUpdates />
      <TakingOver />
      <Toasts />
      {!isTrustDR && <AccountKeeper />}
    </>
  )
}

/** On a path without a cloud, the server used the first one; reload if the reader selected another. */
function useReloadForCloud() {
  const { clouds } = useRoot().global
  const { pathname } = useLocation()
  const selected = useSelectedCloud().cloud?.machine_name
  const state = usePageState()
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per choice, whatever the result.
  useEffect(() => {
    const isOfNoCloud = cloudOfPath(clouds, pathname) === undefined && state?.kind !== 'missing'
    if (isOfNoCloud && state !== undefined && state.cloud !== selected) revalidate()
  }, [pathname, selected])
}

/** The server wrote the head of the first page; later ones update it here. */
function useDocumentHead() {
  const meta = usePageState()?.meta
  const { pathname, search } = useLocation()
  const isWritten = useRef(true)
  useEffect(() => {
    if (!isWritten.current && meta !== undefined) writeHead(meta, pathname + search)
    isWritten.current = false
  }, [meta, pathname, search])
}

function writeHead(meta: HeadMeta, path: string) {
  document.title = meta.title
  set('meta[name="description"]', 'content', meta.description)
  set('meta[property="og:title"]', 'content', meta.title)
  set('meta[property="og:description"]', 'content', meta.description)
  const canonical = canonicalLink()
  canonical.href = new URL(meta.canonicalPath ?? path, canonical.href || location.origin).href
  set('meta[property="og:url"]', 'content', canonical.href)
  markIndexed(meta.noindex !== true)
}

/** Pages without a canonical address, such as missing ones, came without the element. */
function canonicalLink() {
  const found = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (found !== null) return found
  const made = document.createElement('link')
  made.rel = 'canonical'
  document.head.append(made)
  return made
}

function set(selector: string, attribute: string, value: string) {
  document.querySelector(selector)?.setAttribute(attribute, value)
}

function markIndexed(isIndexed: boolean) {
  const robots = document.querySelector('meta[name="robots"]')
  if (isIndexed) robots?.remove()
  else if (robots === null) {
    const made = document.createElement('meta')
    made.name = 'robots'
    made.content = 'noindex'
    document.head.append(made)
  }
}
