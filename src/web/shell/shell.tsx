import { useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation, useRevalidator } from 'react-router'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { useRoot } from '../../ui/root-data.ts'
import { Toasts } from '../../ui/toast/toasts.tsx'
import { AccountKeeper } from '../account/account-keeper.tsx'
import { Banners } from '../banners/banners.tsx'
import { ConsentBanner } from '../consent/consent-banner.tsx'
import { LiveUpdates } from '../live/live-updates.tsx'
import { useTakingOver } from '../parts/use-is-alive.ts'
import { MainNav } from './main-nav.tsx'
import { PageStage } from './page-stage.tsx'
import { SelectedCloud, useSelectedCloud } from './selected-cloud.tsx'
import { SiteFooter } from './site-footer.tsx'
import { TopBar } from './top-bar.tsx'
import { useDocumentHead } from './use-document-head.ts'
import { useFlash } from './use-flash.ts'
import { usePageState } from './use-page-state.ts'
import { VerificationNotice } from './verification-notice.tsx'

/** What stands around every page. */
export function Shell() {
  return (
    <SelectedCloud>
      <Frame />
      <ScrollRestoration />
    </SelectedCloud>
  )
}

function Frame() {
  const { cloud } = useSelectedCloud()
  const { isTrustDR } = useRoot().global
  const [isConsentReopened, setConsentReopened] = useState(false)
  const cookieSettings = useRef<HTMLButtonElement>(null)
  useDocumentHead()
  useFlash()
  useReloadForCloud()
  useTakingOver()

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
      <Banners />
      <PageStage />
      <SiteFooter cookieSettings={cookieSettings} onCookieSettings={() => setConsentReopened(true)} />
      <LiveUpdates />
      <Toasts />
      {!isTrustDR && <AccountKeeper />}
    </>
  )
}

/** A path without a cloud shows the selected one's content: the server took the first, the reader may have chosen another. */
function useReloadForCloud() {
  const { clouds } = useRoot().global
  const { pathname } = useLocation()
  const selected = useSelectedCloud().cloud?.machine_name
  const state = usePageState()
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per choice, whatever comes of the load.
  useEffect(() => {
    const isOfNoCloud = cloudOfPath(clouds, pathname) === undefined && state?.kind !== 'missing'
    if (isOfNoCloud && state !== undefined && state.cloud !== selected) revalidate()
  }, [pathname, selected])
}
