import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { RecordInPlace } from '../../contract/records.ts'
import type { CloudState } from '../../domain/cloud.ts'
import { pageMeta } from '../../domain/page-meta.ts'
import { type TimelineQuery, timelineAddress, timelineQuery } from '../../domain/timeline-query.ts'
import { attempt, type Loaded } from '../loaded.ts'
import { definePage, found, type PageContext } from '../page.ts'
import { SeverityLegend } from '../parts/severity-legend.tsx'
import { Verdict, type VerdictData } from '../parts/verdict.tsx'
import { CoreServices } from '../timeline/core-services.tsx'
import { DataCenters } from '../timeline/data-centers.tsx'
import { IssuePopovers } from '../timeline/issue-popovers.tsx'
import { PostDialog } from '../timeline/post-dialog.tsx'
import { gravest, type Issues } from '../timeline/row-state.ts'
import { issuesTold, type TimelineBlock, timelineBlock, windowOf } from '../timeline/timeline-block.ts'
import { WeekPager } from '../timeline/week-pager.tsx'
import styles from './cloud-status-page.module.css'

/** Blocks that this cloud does not have are null. */
interface Data {
  verdict: VerdictData
  services: Loaded<TimelineBlock> | null
  centers: Loaded<TimelineBlock> | null
  /** How the worst data center of the type that is not shown is now. */
  otherState: CloudState | null
  issues: Issues
  /** The post that the address asks for. */
  post: Loaded<RecordInPlace | null> | null
}

export const cloudStatusPage = definePage<Data>({
  async load(context) {
    const query = timelineQuery(context.query)
    const { machine_name: cloud, cloud_status: shows } = context.cloud
    const hasCenters = shows.datacenter === '1'
    const hasPremium = hasCenters && shows.premium_datacenter === '1'
    const centers = hasPremium ? query.centers : 'public'
    const other = centers === 'public' ? 'premium' : 'public'
    const [verdict, services, shownCenters, otherCenters, post] = await Promise.all([
      context.read('/api/verdict', { cloud }),
      shows.core_cloud_services === '1' ? readWeek(context, 'core_cloud_services', query.week) : null,
      hasCenters ? readWeek(context, centers, query.week) : null,
      hasPremium ? readWeek(context, other, 0) : null,
      query.post === undefined ? null : readPost(context, query.post),
    ])
    // G-11: a post that has moved has nothing to show here.
    const moved = post?.kind === 'loaded' ? post.value?.redirect : undefined
    if (moved !== undefined) return { kind: 'moved', to: moved }
    return found({
      verdict: verdict.data,
      services: blockOf(services),
      centers: blockOf(shownCenters),
      otherState: otherCenters === null ? null : stateOf(otherCenters),
      issues: issuesTold([...answerOf(services), ...answerOf(shownCenters)]),
      post,
    })
  },

  meta(_, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    return pageMeta(path, names, {
      title: 'Cloud Status',
      description: `Current status of every service and data center on ${cloud.domain}.`,
    })
  },

  Content({ data, context }) {
    const query = timelineQuery(context.query)
    return (
      <div className={styles.page}>
        <Verdict data={data.verdict} cloud={context.cloud} heading="Cloud Status" />
        <div className={styles.bar}>
          <SeverityLegend />
          <WeekPager path={context.path} query={query} window={windowShown(data)} />
        </div>
        <IssuePopovers issues={data.issues} context={context} query={query}>
          <Blocks data={data} query={query} context={context} />
        </IssuePopovers>
        {data.post !== null && (
          <PostDialog
            loaded={data.post}
            closeTo={timelineAddress(context.path, { ...query, post: undefined })}
            context={context}
          />
        )}
      </div>
    )
  },
})

type CloudStatus = ReadAnswer<'/api/cloud-status'>['data']
type RequestType = 'core_cloud_services' | 'public' | 'premium'

function readWeek(
  { read, cloud }: PageContext,
  requestType: RequestType,
  dateOffset: number,
): Promise<Loaded<CloudStatus>> {
  return attempt(
    `cloud status (${requestType})`,
    read('/api/cloud-status', { cloud: cloud.machine_name, requestType, dateOffset }).then(
      ({ data }) => data,
    ),
  )
}

function readPost({ read, cloud }: PageContext, id: number): Promise<Loaded<RecordInPlace | null>> {
  return attempt(
    `post ${id}`,
    read('/api/posts/:id', { id, cloud: cloud.machine_name }).then(({ data }) => data),
  )
}

function blockOf(loaded: Loaded<CloudStatus> | null): Loaded<TimelineBlock> | null {
  if (loaded?.kind !== 'loaded') return loaded
  return { kind: 'loaded', value: timelineBlock(loaded.value) }
}

function answerOf(loaded: Loaded<CloudStatus> | null): CloudStatus[] {
  return loaded?.kind === 'loaded' ? [loaded.value] : []
}

/** Of what cannot be loaded nothing is said: the tab itself will say it. */
function stateOf(loaded: Loaded<CloudStatus>): CloudState {
  const issues = Object.values(issuesTold(answerOf(loaded)))
  return gravest(issues.filter(({ to }) => to === null))
}

function windowShown({ services, centers }: Data) {
  const block = [services, centers].find((loaded) => loaded?.kind === 'loaded')
  return block?.kind === 'loaded' ? windowOf(block.value) : undefined
}

function Blocks({ data, query, context }: { data: Data; query: TimelineQuery; context: PageContext }) {
  const { services, centers, issues, otherState } = data
  return (
    <div className={styles.blocks}>
      {services !== null && <CoreServices loaded={services} issues={issues} context={context} />}
      {centers !== null && (
        <DataCenters
          loaded={centers}
          otherState={otherState ?? undefined}
          issues={issues}
          query={query}
          context={context}
        />
      )}
    </div>
  )
}
