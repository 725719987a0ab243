import type { PostRecord, PublicPostMortem } from '../../contract/records.ts'
import { actionInWords, isOneText, POST_MORTEM_ANCHOR, writtenParts } from '../../domain/post-mortem.ts'
import { RichText } from '../../ui/parts/rich-text.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import styles from './post-mortem.module.css'

export function PostMortem({ record }: { record: PostRecord }) {
  const { post_mortem: postMortem, closed_on } = record
  if (postMortem === undefined) return null
  return (
    <section id={POST_MORTEM_ANCHOR} className={styles.postMortem} aria-labelledby="post-mortem-title">
      <header className={styles.head}>
        <h2 id="post-mortem-title">Post-mortem</h2>
        <p className={styles.when}>
          Published <Moment at={postMortem.published_on} />
          {postMortem.updated_on !== null && (
            <>
              {' · Updated on '}
              <Moment at={postMortem.updated_on} />
            </>
          )}
        </p>
      </header>
      {closed_on === null && (
        <p className={styles.reopened}>
          This incident was reopened after this post-mortem was published, so it may be incomplete.
        </p>
      )}
      <Parts postMortem={postMortem} />
      <Actions actions={postMortem.actions} />
    </section>
  )
}

/** A single text, as in imported post-mortems, needs no second heading. */
function Parts({ postMortem }: { postMortem: PublicPostMortem }) {
  const hasHeadings = !isOneText(postMortem)
  return writtenParts(postMortem).map(({ name, label, html }) => (
    <div key={name} className={styles.part}>
      {hasHeadings && <h3>{label}</h3>}
      <RichText html={html} />
    </div>
  ))
}

function Actions({ actions }: { actions: PublicPostMortem['actions'] }) {
  if (actions.length === 0) return null
  return (
    <div className={styles.part}>
      <h3>Actions</h3>
      <ul className={styles.actions}>
        {actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions may repeat and have no state
          <li key={index} data-state={action.state}>
            <span className={styles.mark} aria-hidden="true" />
            <div>
              <p dir="auto">{action.words}</p>
              <p className={styles.standing}>{actionInWords(action)}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
