import { Link } from 'react-router'
import { useRoot } from '../../ui/root-data.ts'
import { definePage } from '../page.ts'
import type { HeadMeta } from '../page-state.ts'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'
import styles from './fallback-page.module.css'

export const fallbackMeta: HeadMeta = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  noindex: true,
}

export const fallbackPage = definePage<undefined>({
  load: async () => ({ kind: 'missing' }),
  meta: () => fallbackMeta,
  Content: NotFound,
})

export function NotFound() {
  const { global } = useRoot()
  const { cloud } = useSelectedCloud()
  if (cloud === undefined) return <NothingPublished provider={global.provider.name} />
  return (
    <section className={styles.fallback}>
      <h1>There is no page at this address.</h1>
      <p>It may have moved, or the address may have a typo.</p>
      <p>
        <Link to={`/${cloud.domain}`}>Home page of {cloud.title}</Link>
      </p>
    </section>
  )
}

function NothingPublished({ provider }: { provider: string }) {
  return (
    <section className={styles.fallback}>
      <h1>Nothing is published here yet.</h1>
      <p>This is the status and trust site of {provider}. It has no clouds to report on yet.</p>
    </section>
  )
}
