import { Outlet } from 'react-router'
import { MainNav } from './main-nav.tsx'
import { SelectedCloud, useSelectedCloud } from './selected-cloud.tsx'
import { TopBar } from './top-bar.tsx'

/** Header and menu of server error pages, which have no scripts. */
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
