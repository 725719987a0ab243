import { createContext, useContext } from 'react'
import { useLoaderData, useLocation, useParams } from 'react-router'
import type { SubMenuItem } from '../domain/menu.ts'
import { readByFetch } from '../ui/account/read-by-fetch.ts'
import { useRoot } from '../ui/root-data.ts'
import type { PageContext } from './page.ts'
import { loadedPage } from './page-chunk.ts'
import type { PageModule } from './page-modules.ts'
import type { PageState } from './page-state.ts'
import { NotFound } from './pages/fallback-page.tsx'
import { FailedPart } from './parts/failed-part.tsx'
import styles from './shell/failed-page.module.css'

export function PageView({ module, item }: { module: PageModule; item: SubMenuItem | undefined }) {
  const read = useContext(ReadContext)
  const state = useLoaderData<PageState>()
  const { global } = useRoot()
  const { pathname, search } = useLocation()
  const params = useParams()
  const cloud = global.clouds.find(({ machine_name }) => machine_name === state.cloud)

  if (state.kind === 'missing' || cloud === undefined) return <NotFound />
  if (state.kind === 'failed') return <FailedPage message={state.message} />

  const context: PageContext = {
    global,
    cloud,
    item,
    params,
    query: new URLSearchParams(search),
    path: pathname,
    read,
    posted: state.posted,
  }
  const { Content } = loadedPage(module)
  return <Content key={pathname} data={state.data} context={context} />
}

function FailedPage({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  return (
    <section className={styles.failed}>
      <h1>This page isn’t available right now.</h1>
      <p className={styles.reason}>{message}</p>
      <FailedPart what="Its content" path={pathname} query={new URLSearchParams(search)} />
    </section>
  )
}

/** Reads for what is on screen: by fetch, unless the server renders it. */
export const ReadContext = createContext(readByFetch)
