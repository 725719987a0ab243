import { Link } from 'react-router'
import type { RecordInPlace, Withdrawal } from '../../contract/records.ts'
import { versionsPath } from '../../domain/log/past-address.ts'
import { NO_RECORD_FOUND, POST_NOT_ON_THIS_CLOUD } from '../../domain/texts.ts'
import { LAST_ID, wholeNumber } from '../../domain/whole-number.ts'
import { FollowRecord } from '../follow/follow-record.tsx'
import { PostInLog } from '../log/post-in-log.tsx'
import { definePage, type PageContext, type PageOutcome } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { ShareLink } from '../parts/share-link.tsx'
import { affectedPlaces } from '../record/affected-places.ts'
import { InternalBlock } from '../record/internal-block.tsx'
import { listOfRecord } from '../record/list-of-record.ts'
import { PostMortem } from '../record/post-mortem.tsx'
import { RecordDetails } from '../record/record-details.tsx'
import { RecordHead } from '../record/record-head.tsx'
import { RecordHistory } from '../record/record-history.tsx'
import { RecordInformed } from '../record/record-informed.tsx'
import { recordMeta } from '../record/record-meta.ts'
import { RecordText } from '../record/record-text.tsx'
import { RelatedRecords } from '../record/related-records.tsx'
import { TimesChanged } from '../record/times-changed.tsx'
import { RedactionNote, WithdrawalNote } from '../record/withdrawal-note.tsx'
import { ZoneSwitch } from '../times/zone-switch.tsx'
import styles from './record-page.module.css'

type Data =
  | { kind: 'record'; record: RecordInPlace }
  | { kind: 'nothing'; text: string; elsewhere?: readonly ElsewhereLink[] }
  | { kind: 'withdrawn'; id: number; section: 'posts' | 'notification'; withdrawn: Withdrawal }
  | { kind: 'redacted'; redacted: Withdrawal }

interface ElsewhereLink {
  domain: string
  path: string
}

/** P-03, P-04 */
export const postPage = definePage<Data>({
  async load(context) {
    const id = recordId(context)
    if (id === undefined) return { kind: 'missing' }
    const found = await context.read('/api/posts/:id', { id, cloud: context.cloud.machine_name })
    const { data, elsewhere = [] } = found
    if (data !== null && data.redirect === undefined && data.clouds.length === 0) {
      return nothing(POST_NOT_ON_THIS_CLOUD)
    }
    if (elsewhere.length > 0) return nothing(NO_RECORD_FOUND, elsewhereLinks(id, elsewhere, context))
    return outcomeOf(id, found, 'posts')
  },
  meta,
  Content,
})

/** G-12: most notifications are for everyone and name no cloud, so those are shown too. */
export const notificationPage = definePage<Data>({
  async load(context) {
    const id = recordId(context)
    if (id === undefined) return { kind: 'missing' }
    const found = await context.read('/api/notification/:id/:cloud', {
      id,
      cloud: context.cloud.machine_name,
    })
    return outcomeOf(id, found, 'notification')
  },
  meta,
  Content,
})

function meta(data: Data, context: PageContext) {
  if (data.kind === 'nothing') {
    return { title: 'Not found', description: data.text, noindex: true }
  }
  if (data.kind === 'withdrawn') {
    return { title: 'Withdrawn', description: 'This post was withdrawn.', noindex: true }
  }
  if (data.kind === 'redacted') {
    return { title: 'Redacted', description: 'This version was redacted.', noindex: true }
  }
  return { ...recordMeta(data.record, context), listPath: listOfRecord(data.record, context)?.path }
}

function Content({ data, context }: { data: Data; context: PageContext }) {
  if (data.kind === 'nothing') return <Nothing data={data} context={context} />
  if (data.kind === 'withdrawn') return <Withdrawn data={data} context={context} />
  if (data.kind === 'redacted') return <Redacted redacted={data.redacted} />
  const { record } = data
  const { global, cloud } = context
  const list = listOfRecord(record, context)
  const section = record.post_type === 'notification' ? 'notification' : 'posts'
  const sectionPath = `/${cloud.domain}/${section}`
  const path = `${sectionPath}/${record.id}`
  return (
    <article className={styles.record}>
      <p className={styles.letterhead}>
        {global.provider.name} Trust · {cloud.domain}
      </p>
      <RecordHead
        record={record}
        list={list}
        path={path}
        places={affectedPlaces(record, { global, cloud, list })}
      />
      <div className={styles.actions}>
        <ZoneSwitch variant="compact" />
        <FollowRecord record={record} context={context} />
        <ShareRecord title={record.title} path={path} />
      </div>
      <TimesChanged record={record} path={path} isTrustDR={global.isTrustDR} />
      <div className={styles.columns}>
        <div className={styles.story}>
          <InternalBlock fields={record} />
          <PostMortem record={record} />
          <RecordText record={record} />
          <RecordHistory record={record} path={path} />
          <RecordInformed informed={record.informed} cloudDomain={cloud.domain} />
          <PostInLog
            entry={record.log_entry}
            section={section}
            cloud={cloud}
            shown={{ kind: 'record', record: record as unknown as Readonly<Record<string, unknown>> }}
          />
        </div>
        <RecordDetails record={record} clouds={global.clouds} here={cloud} />
      </div>
      <RelatedRecords records={record.related} cloud={cloud} />
      <RecordNeighbors record={record} sectionPath={sectionPath} />
    </article>
  )
}

function Nothing({
  data: { text, elsewhere = [] },
  context: { cloud },
}: {
  data: Extract<Data, { kind: 'nothing' }>
  context: PageContext
}) {
  return (
    <div className={styles.record}>
      <PageHead title={text} />
      {elsewhere.length > 0 && (
        <div className={styles.elsewhere}>
          <p>This post is not about {cloud.domain}. Read it on:</p>
          <ul>
            {elsewhere.map(({ domain, path }) => (
              <li key={domain}>
                <Link to={path}>{domain}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p>
        <Link to={`/${cloud.domain}`}>Go to the home page of {cloud.domain}</Link>
      </p>
    </div>
  )
}

function Withdrawn({
  data: { id, section, withdrawn },
  context: { cloud, global },
}: {
  data: Extract<Data, { kind: 'withdrawn' }>
  context: PageContext
}) {
  const { on, reason, log_entry } = withdrawn
  const path = `/${cloud.domain}/${section}/${id}`
  return (
    <div className={styles.record}>
      <PageHead title="Withdrawn" />
      <WithdrawalNote withdrawn={withdrawn} />
      <PostInLog
        entry={log_entry}
        section={section}
        cloud={cloud}
        shown={{ kind: 'withdrawn', id, on, reason }}
      />
      {!global.isTrustDR && (
        <p>
          <Link to={versionsPath(path)}>See every version of this post</Link>
        </p>
      )}
      <p>
        <Link to={`/${cloud.domain}`}>Go to the home page of {cloud.domain}</Link>
      </p>
    </div>
  )
}

function Redacted({ redacted }: { redacted: Withdrawal }) {
  return (
    <div className={styles.record}>
      <PageHead title="Redacted" />
      <RedactionNote redacted={redacted} />
    </div>
  )
}

function elsewhereLinks(
  id: number,
  machineNames: readonly string[],
  { global }: PageContext,
): ElsewhereLink[] {
  return global.clouds
    .filter(({ machine_name }) => machineNames.includes(machine_name))
    .map(({ domain }) => ({ domain, path: `/${domain}/posts/${id}` }))
}

function recordId({ params }: PageContext): number | undefined {
  return wholeNumber(params.id ?? null, LAST_ID)
}

/** `section` is the part of the path that has no such record. */
function outcomeOf(
  id: number,
  {
    data: record,
    withdrawn,
    redacted,
  }: { data: RecordInPlace | null; withdrawn?: Withdrawal; redacted?: Withdrawal },
  section: 'posts' | 'notification',
): PageOutcome<Data> {
  if (redacted !== undefined) return { kind: 'found', data: { kind: 'redacted', redacted }, status: 410 }
  // 410: crawlers drop the address at once instead of asking again.
  if (withdrawn !== undefined)
    return { kind: 'found', data: { kind: 'withdrawn', id, section, withdrawn }, status: 410 }
  if (record === null) return { ...nothing(NO_RECORD_FOUND), nowhere: section }
  if (record.redirect !== undefined) return { kind: 'moved', to: record.redirect }
  return { kind: 'found', data: { kind: 'record', record } }
}

function nothing(text: string, elsewhere?: readonly ElsewhereLink[]) {
  const data: Data = { kind: 'nothing', text, ...(elsewhere !== undefined && { elsewhere }) }
  return { kind: 'found' as const, data, status: 404 }
}

function ShareRecord({ title, path }: { title: string; path: string }) {
  return (
    <div className={styles.share}>
      <ShareLink title={title} path={path} />
      <button type="button" className="button" onClick={() => window.print()}>
        Print
      </button>
    </div>
  )
}

function RecordNeighbors({
  record: { previous, next },
  sectionPath,
}: {
  record: Pick<RecordInPlace, 'previous' | 'next'>
  sectionPath: string
}) {
  if (previous === null && next === null) return null
  return (
    <nav className={styles.neighbors} aria-label="Other records in this list">
      {previous !== null && (
        <Link className={styles.newer} to={`${sectionPath}/${previous.id}`} rel="prev">
          <span>Newer</span> <bdi>{previous.title}</bdi>
        </Link>
      )}
      {next !== null && (
        <Link className={styles.older} to={`${sectionPath}/${next.id}`} rel="next">
          <span>Older</span> <bdi>{next.title}</bdi>
        </Link>
      )}
    </nav>
  )
}
