import type { ComponentType } from 'react'
import { SERVICE_UNAVAILABLE } from '../../domain/texts.ts'
import { definePage, found, type PageContext, type PageOutcome } from '../page.ts'
import styles from './unavailable.module.css'

/** A page of accounts: the same for everyone until its form is used, and O-06 closed in disaster recovery. */
export function accountPage({
  title,
  description,
  canonicalPath,
  inRecovery,
  load = async () => found(null),
  Content,
}: {
  title: string
  description: (context: PageContext) => string
  /** Where it is for everyone, when each one has it at an address of their own. */
  canonicalPath?: string
  /** What there is to say beside that it is closed. */
  inRecovery?: string
  load?: (context: PageContext) => Promise<PageOutcome<null>>
  Content: ComponentType<{ context: PageContext }>
}) {
  return definePage<null>({
    load,
    meta: (_, context) => ({
      title,
      description: context.global.isTrustDR ? SERVICE_UNAVAILABLE : description(context),
      noindex: true,
      // What a link from a mail carries, or where a reader wanted to go, is no part of the page's own address.
      canonicalPath: canonicalPath ?? context.path,
    }),
    Content: ({ context }) =>
      context.global.isTrustDR ? <Unavailable more={inRecovery} /> : <Content context={context} />,
  })
}

/** O-06: all that is shown where accounts would be. */
function Unavailable({ more }: { more?: string | undefined }) {
  return (
    <section className={styles.unavailable}>
      <h1>{SERVICE_UNAVAILABLE}</h1>
      {more !== undefined && <p>{more}</p>}
    </section>
  )
}
