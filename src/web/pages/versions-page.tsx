import { Fragment } from 'react'
import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { RecordVersion } from '../../contract/versions.ts'
import { inEdition, versionsPath } from '../../domain/log/past-address.ts'
import { LOG_PATH } from '../../domain/machine-paths.ts'
import { LAST_ID, wholeNumber } from '../../domain/whole-number.ts'
import { timesInWords } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { definePage, found, type PageContext } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PrintedAddress } from '../record/printed-address.tsx'
import styles from './versions-page.module.css'

type Data = NonNullable<ReadAnswer<'/api/posts/:id/versions'>['data']>

/** Names no people. */
export const versionsPage = definePage<Data>({
  async load(context) {
    const id = wholeNumber(context.params.id ?? null, LAST_ID)
    if (id === undefined) return { kind: 'missing' }
    const { data } = await context.read('/api/posts/:id/versions', { id })
    // Versions exist only below the post's own address.
    return data === null || recordPath(data, context) !== context.path.replace(/\/versions$/, '')
      ? { kind: 'missing' }
      : found(data)
  },

  meta: (data, context) => ({
    title: `Versions: ${postTitle(data)}`,
    description: `Every version of “${postTitle(data)}” that was published, and what changed.`,
    noindex: true,
    canonicalPath: versionsPath(recordPath(data, context)),
  }),

  Content({ data, context }) {
    const path = recordPath(data, context)
    const isInLog = data.kept_since !== null
    return (
      <div className="page-body">
        <PageHead
          title="Every version"
          lead={
            <Link to={path}>
              <bdi>{postTitle(data)}</bdi>
            </Link>
          }
        />
        <div className={styles.about}>
          <p>
            <Summary data={data} /> Updates and other steps are listed, but don’t count as changes.
          </p>
          {isInLog && (
            <p>
              Recorded since <Moment at={data.kept_since ?? ''} precision="minute" /> in a{' '}
              <Link to={LOG_PATH}>public log</Link> that can only grow.
              {data.is_cut && ' The log has more versions than this page shows.'}
            </p>
          )}
        </div>
        <ol className={styles.versions}>
          {data.versions.map((version, at) => (
            <Version
              key={version.edition}
              version={version}
              path={path}
              isShown={at === 0 && !data.is_withdrawn}
            />
          ))}
        </ol>
        <PrintedAddress path={versionsPath(path)} />
      </div>
    )
  },
})

function Summary({ data }: { data: Data }) {
  const { times_changed: times, is_withdrawn: isWithdrawn, changes_known_since: since } = data
  if (isWithdrawn) return 'This post was withdrawn.'
  if (since === null)
    return times === 0
      ? 'Nothing that readers had already seen was changed.'
      : `What readers had already seen was changed ${timesInWords(times)}.`
  return (
    <>
      {times === 0
        ? 'Nothing that readers had already seen was changed'
        : `What readers had already seen was changed ${timesInWords(times)}`}{' '}
      since <Moment at={since} precision="minute" />. Earlier changes are not known.
    </>
  )
}

function postTitle({ title, id }: Data): string {
  return title === '' ? `Post ${id}` : title
}

function recordPath({ id, kind }: Data, { cloud }: PageContext): string {
  return `/${cloud.domain}/${kind === 'notification' ? 'notification' : 'posts'}/${id}`
}

function Version({
  version: { edition, at, is_change: isChange, lines, redacted },
  path,
  isShown,
}: {
  version: RecordVersion
  path: string
  isShown: boolean
}) {
  return (
    <li className={styles.version} data-change={isChange ? '' : undefined}>
      <h2 className={styles.when}>
        <Moment at={at} precision="minute" />
        {isChange && <span className={styles.mark}>Changed</span>}
        {isShown && <span className={styles.mark}>Current version</span>}
      </h2>
      <ul className={styles.lines}>
        {lines.map(({ text, words }) => (
          <li key={text + JSON.stringify(words)}>
            <span dir="auto">{text}</span>
            {words !== undefined && <Words words={words} />}
          </li>
        ))}
        {redacted !== undefined && (
          <li>
            This version was redacted on <Moment at={redacted.on} precision="minute" />. Reason:{' '}
            <bdi>{redacted.reason}</bdi>
          </li>
        )}
      </ul>
      {/* A document of its own: pages of the past run no scripts. */}
      <a className={styles.see} href={inEdition(path, { edition, at: undefined })}>
        See the post in edition {edition.toLocaleString('en-US')}
      </a>
    </li>
  )
}

function Words({ words }: { words: NonNullable<RecordVersion['lines'][number]['words']> }) {
  return (
    <p className={styles.words} dir="auto">
      {words.map(({ text, mark }, at) => {
        const key = `${at} ${text}`
        // Most screen readers don't say what the elements mean.
        if (mark === 'added')
          return (
            <ins key={key}>
              <span className="hidden"> added: </span>
              {text}
            </ins>
          )
        if (mark === 'removed')
          return (
            <del key={key}>
              <span className="hidden"> removed: </span>
              {text}
            </del>
          )
        return <Fragment key={key}>{text}</Fragment>
      })}
    </p>
  )
}
