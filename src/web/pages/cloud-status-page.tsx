import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { RecordInPlace, Withdrawal } from '../../contract/records.ts'
import {
  type ChosenPlaces,
  chosenAmong,
  countChosen,
  isChosen,
  NOTHING_CHOSEN,
} from '../../domain/chosen-places.ts'
import { type CenterState, gravestOf } from '../../domain/map/center-state.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import {
  hasPremiumCenters,
  type TimelineQuery,
  timelineAddress,
  timelineOn,
  timelineQuery,
} from '../../domain/timeline-query.ts'
import { attempt, type Loaded } from '../../ui/account/loaded.ts'
import { FollowPanel } from '../follow/follow-panel.tsx'
import { WhereAmI } from '../ip-ranges/where-am-i.tsx'
import type { MineView } from '../mine/only-mine.tsx'
import { useOwnPlaces } from '../mine/own-places.ts'
import { FreshStars } from '../mine/place-star.tsx'
import { definePage, type PageContext } from '../page.ts'
import { SeverityLegend } from '../parts/severity-legend.tsx'
import { readVerdict, Verdict, type VerdictData } from '../parts/verdict.tsx'
import { usePast } from '../past/past-context.ts'
import { recordMeta } from '../record/record-meta.ts'
import { CoreServices } from '../timeline/core-services.tsx'
import { DataCenters } from '../timeline/data-centers.tsx'
import { IssuePopovers } from '../timeline/issue-popovers.tsx'
import { NewDay } from '../timeline/new-day.tsx'
import { PostDialog } from '../timeline/post-dialog.tsx'
import { type Issues, rowState } from '../timeline/row-state.ts'
import { type TimelineBlock, timelineBlock, timelineIssues, windowOf } from '../timeline/timeline-block.ts'
import { WeekPager } from '../timeline/week-pager.tsx'
import { ZoneSwitch } from '../times/zone-switch.tsx'
import styles from './cloud-status-page.module.css'
import { describeMenuItem, pageMeta } from './page-meta.ts'

/** Blocks that this cloud doesn't have are null. */
interface Data {
  verdict: Loaded<VerdictData>
  services: Loaded<TimelineBlock> | null
  centers: Loaded<TimelineBlock> | null
  /** Worst current status among the data centers of the hidden type. */
  otherState: CenterState | null
  issues: Issues
  post: Loaded<RecordInPlace | null> | null
  withdrawn?: Withdrawal | undefined
  /** Set on a page of the past if this version of the post was redacted. */
  redacted?: Withdrawal | undefined
}

export const cloudStatusPage = definePage<Data>({
  async load(context) {
    const query = queryOf(context)
    const { cloud_status: shows } = context.cloud
    const other = query.centers === 'public' ? 'premium' : 'public'
    const [verdict, services, shownCenters, otherCenters, asked] = await Promise.all([
      readVerdict(context),
      shows.core_cloud_services === '1' ? readWeek(context, 'core_cloud_services', query.week) : null,
      shows.datacenter === '1' ? readWeek(context, query.centers, query.week) : null,
      hasPremiumCenters(context.cloud) ? readWeek(context, other, 0) : null,
      query.post === undefined ? null : readPost(context, query.post),
    ])
    const post = recordIn(asked)
    // G-11: a moved post has nothing to show here.
    const moved = post?.kind === 'loaded' ? post.value?.redirect : undefined
    if (moved !== undefined) return { kind: 'moved', to: moved }
    const issues = timelineIssues(
      [...answerOf(services), ...answerOf(shownCenters)],
      verdict.kind === 'loaded' ? verdict.value.incidents : [],
    )
    const data = {
      verdict,
      services: blockOf(services, issues),
      centers: blockOf(shownCenters, issues),
      otherState: otherCenters === null ? null : stateOf(otherCenters),
      issues,
      post,
      ...(asked?.kind === 'loaded' && {
        withdrawn: asked.value.withdrawn,
        redacted: asked.value.redacted,
      }),
    }
    // P-04: the page is shown, but the requested post is missing.
    return isPostMissing(data) ? { kind: 'found', data, status: 404 } : { kind: 'found', data }
  },

  meta(data, context) {
    const { path, cloud, global } = context
    const names = { cloud: cloud.domain, provider: global.provider.name }
    const meta = pageMeta(path, names, {
      title: 'Cloud Status',
      description: describeMenuItem({ route: path, component: 'cloud_status' }, names),
    })
    if (isPostMissing(data)) return { ...meta, noindex: true }
    if (countChosen(queryOf(context).mine) > 0) return { ...meta, noindex: true, canonicalPath: path }
    const post = postShown(data)
    if (post === undefined) return meta
    const { title, description } = recordMeta(post, context)
    return {
      title: `${title} · ${meta.title}`,
      description,
      canonicalPath: `/${cloud.domain}/posts/${post.id}`,
    }
  },

  Content({ data, context }) {
    const query = queryOf(context)
    const week = weekShown(data)
    const past = usePast()
    return (
      <div className={styles.page}>
        <Verdict
          loaded={data.verdict}
          heading="Cloud Status"
          context={context}
          isOfAnotherTime={query.week > 0}
          mine={mineView(context.path, query)}
        />
        {query.week === 0 && past === undefined && !context.global.isExport && (
          <div className={styles.own}>
            {data.centers !== null && <WhereAmI context={context} state={stateIn(data.verdict)} />}
            <FollowCloud data={data} context={context} />
          </div>
        )}
        <div className={styles.bar}>
          <SeverityLegend />
          <WeekPager path={context.path} query={query} window={week && windowOf(week)}>
            <ZoneSwitch variant="compact" />
          </WeekPager>
        </div>
        <IssuePopovers issues={data.issues} context={context} query={query}>
          <Blocks data={data} query={query} context={context} />
        </IssuePopovers>
        {week !== undefined && <NewDay serverTime={week.now} />}
        {data.post !== null && (
          <PostDialog
            loaded={data.post}
            withdrawn={data.withdrawn}
            redacted={data.redacted}
            closeTo={timelineAddress(context.path, { ...query, post: undefined })}
            context={context}
          />
        )}
      </div>
    )
  },
})

function FollowCloud({ data, context }: { data: Data; context: PageContext }) {
  const { domain, machine_name } = context.cloud
  const own = useOwnPlaces(context, queryOf(context).mine)
  const isAsked = own.kind === 'some' && own.from !== 'account' && isHere(own.places, data)
  const followed = {
    choice: { kind: 'places', cloud: machine_name, places: isAsked ? own.places : NOTHING_CHOSEN },
    words: 'Get updates',
    about: isAsked ? `your services and data centers on ${domain}` : `everything on ${domain}`,
  } as const
  return <FollowPanel followed={followed} context={context} />
}

/**
 * Stars cover all clouds; the server leaves out those of other clouds. The rows on screen may not contain all places of
 * this one.
 */
function isHere(places: ChosenPlaces, { verdict }: Data): boolean {
  if (verdict.kind !== 'loaded') return true
  const known = (ids: readonly number[]) => ids.map((tid) => ({ tid }))
  const { service_ids, datacenter_ids } = verdict.value
  const here = { services: known(service_ids), dataCenters: known(datacenter_ids) }
  return countChosen(chosenAmong(places, here)) > 0
}

type CloudStatus = ReadAnswer<'/api/cloud-status'>['data']
type RequestType = 'core_cloud_services' | 'public' | 'premium'

function queryOf({ query, cloud }: PageContext): TimelineQuery {
  return timelineOn(cloud, timelineQuery(query))
}

function mineView(path: string, query: TimelineQuery): MineView {
  return {
    mine: query.mine,
    isOnly: query.isOnlyMine,
    addressOf: (mine, isOnly) =>
      timelineAddress(path, { ...query, post: undefined, mine, isOnlyMine: isOnly }),
  }
}

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

type PostAnswer = ReadAnswer<'/api/posts/:id'>

function readPost({ read, cloud }: PageContext, id: number): Promise<Loaded<PostAnswer>> {
  return attempt(`post ${id}`, read('/api/posts/:id', { id, cloud: cloud.machine_name }))
}

function recordIn(asked: Loaded<PostAnswer> | null): Data['post'] {
  return asked?.kind === 'loaded' ? { kind: 'loaded', value: asked.value.data } : asked
}

function postShown({ post }: Pick<Data, 'post'>): RecordInPlace | undefined {
  const record = post?.kind === 'loaded' ? post.value : null
  return record !== null && record.clouds.length > 0 ? record : undefined
}

/** A post that failed to load may still exist. */
function isPostMissing(data: Pick<Data, 'post'>): boolean {
  return data.post?.kind === 'loaded' && postShown(data) === undefined
}

/** Changes with every open incident and its text. */
function stateIn(verdict: Data['verdict']): string {
  return verdict.kind === 'loaded' ? verdict.value.sentences.join(' ') : ''
}

function blockOf(loaded: Loaded<CloudStatus> | null, issues: Issues): Loaded<TimelineBlock> | null {
  if (loaded?.kind !== 'loaded') return loaded
  return { kind: 'loaded', value: timelineBlock(loaded.value, issues) }
}

function answerOf(loaded: Loaded<CloudStatus> | null): CloudStatus[] {
  return loaded?.kind === 'loaded' ? [loaded.value] : []
}

/** Nothing if loading failed: the tab itself will say so. */
function stateOf(loaded: Loaded<CloudStatus>): CenterState {
  const issues = timelineIssues(answerOf(loaded))
  const rows = answerOf(loaded).flatMap((answer) =>
    timelineBlock(answer, issues).categories.flatMap(({ rows }) => rows),
  )
  return gravestOf(rows.map((row) => rowState(row, issues)).filter((state) => state !== 'decommissioned'))
}

/** Both blocks show the same week. */
function weekShown({ services, centers }: Data): TimelineBlock | undefined {
  const block = [services, centers].find((loaded) => loaded?.kind === 'loaded')
  return block?.kind === 'loaded' ? block.value : undefined
}

function Blocks({ data, query, context }: { data: Data; query: TimelineQuery; context: PageContext }) {
  const { issues, otherState } = data
  const services = narrowed(data.services, query, 'service')
  const centers = narrowed(data.centers, query, 'data-center')
  return (
    <div className={styles.blocks}>
      <FreshStars pageData={data} context={context} />
      {services !== null && (
        <CoreServices loaded={services} issues={issues} query={query} context={context} />
      )}
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

function narrowed(
  loaded: Data['services'],
  { mine, isOnlyMine }: TimelineQuery,
  kind: PlaceKind,
): Data['services'] {
  if (loaded?.kind !== 'loaded' || !isOnlyMine) return loaded
  const categories = loaded.value.categories
    .map((category) => ({
      ...category,
      rows: category.rows.filter(({ tid, isActive }) => isActive && isChosen(mine, kind, tid)),
    }))
    .filter(({ rows }) => rows.length > 0)
  return { kind: 'loaded', value: { ...loaded.value, categories } }
}
