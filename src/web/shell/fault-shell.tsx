import { Outlet } from 'react-router'
import styles from './failed-page.module.css'
import { MainNav } from './main-nav.tsx'
import { SelectedCloud, useSelectedCloud } from './selected-cloud.tsx'
import { TopBar } from './top-bar.tsx'

export function FaultShell() {
  return (
    <SelectedCloud>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <Outlet />
    </SelectedCloud>
  )
}

function Header() {
  const { cloud } = useSelectedCloud()
  return (
    <header className="shell">
      <TopBar />
      {cloud !== undefined && <MainNav cloud={cloud} />}
    </header>
  )
}

export interface FaultWords {
  status: number
  message: string
}

export function FaultMessage({ status, message }: FaultWords) {
  return (
    <main id="main" className="fault">
      <h1>Error {status}</h1>
      <p>{message}</p>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </main>
  )
}

/** G-20. The empty href reloads this page, even without scripts. */
export function GlobalFailed() {
  return (
    <main id="main" className="page">
      <section className={styles.failed}>
        <h1>We can’t load the content of this site.</h1>
        <p className={styles.reason}>We can't load this page right now. Try again in a minute.</p>
        <p>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty href is this address */}
          <a className="button" href="">
            Retry
          </a>
        </p>
      </section>
    </main>
  )
}
