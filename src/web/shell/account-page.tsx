import type { ComponentType } from 'react'
import { SERVICE_UNAVAILABLE } from '../../domain/texts.ts'
import { definePage, found, type PageContext, type PageOutcome } from '../page.ts'
import styles from './unavailable.module.css'

/** An account page: the same HTML for everyone, and closed in disaster recovery (O-06). */
export function accountPage<Data = null>({
  title,
  description,
  canonicalPath,
  inRecovery,
  load = async () => found(null as Data),
  Content,
}: {
  title: string
  description: (context: PageContext) => string
  /** Shared address, if each user has their own. */
  canonicalPath?: string
  inRecovery?: string
  load?: (context: PageContext) => Promise<PageOutcome<Data>>
  Content: ComponentType<{ data: Data; context: PageContext }>
}) {
  return definePage<Data>({
    load,
    meta: (_, context) => ({
      title,
      description: context.global.isTrustDR ? SERVICE_UNAVAILABLE : description(context),
      noindex: true,
      // Tokens and origins in the query are not part of the canonical address.
      canonicalPath: canonicalPath ?? context.path,
    }),
    Content: ({ data, context }) =>
      context.global.isTrustDR ? (
        <Unavailable more={inRecovery} />
      ) : (
        <Content data={data} context={context} />
      ),
  })
}

function Unavailable({ more }: { more?: string | undefined }) {
  return (
    <section className={styles.unavailable}>
      <h1>{SERVICE_UNAVAILABLE}</h1>
      {more !== undefined && <p>{more}</p>}
    </section>
  )
}
