import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { countChosen, mineIn, withMine } from '../../domain/chosen-places.ts'
import { isGovernmental } from '../../domain/cloud.ts'
import { FEEDS, feedPath } from '../../domain/feed-name.ts'
import { helpSite } from '../../domain/help-links.ts'
import { attempt, type Loaded } from '../../ui/account/loaded.ts'
import { ExternalLink } from '../../ui/parts/external-link.tsx'
import type { MineView } from '../mine/only-mine.tsx'
import { definePage, found, type PageContext } from '../page.ts'
import { cloudStatusPath } from '../parts/cloud-status-path.ts'
import { FailedPart } from '../parts/failed-part.tsx'
import { readVerdict, Verdict, type VerdictData } from '../parts/verdict.tsx'
import { Speedometer } from '../theme-widget/speedometer-section.tsx'
import styles from './home-page.module.css'

interface Data {
  verdict: Loaded<VerdictData>
  banner: Loaded<ReadAnswer<'/api/cloud-banner'>['data']>
}

export const homePage = definePage<Data>({
  async load(context) {
    const { cloud, read } = context
    const [verdict, banner] = await Promise.all([
      readVerdict(context),
      attempt(
        'the cloud banner',
        read('/api/cloud-banner', { cloud: cloud.machine_name }).then(({ data }) => data),
      ),
    ])
    return found({ verdict, banner })
  },

  meta({ verdict, banner }, { cloud, global, query, path }) {
    const said = verdict.kind === 'loaded' ? verdict.value.trouble + verdict.value.rest : ''
    const about = banner.kind === 'loaded' ? banner.value.description : ''
    const both = `${said} ${about}`.trim()
    return {
      title: cloud.title,
      feedPath: feedPath(FEEDS.incidents, cloud.machine_name),
      description: both === '' ? `Status of ${cloud.title}, a cloud of ${global.provider.name}.` : both,
      ...(countChosen(mineIn(query)) > 0 && { noindex: true, canonicalPath: path }),
    }
  },

  Content({ data: { verdict, banner }, context }) {
    return (
      <div className={styles.home}>
        <State verdict={verdict} context={context} />
        <Banner banner={banner} context={context} />
        <Speedometer />
        <ContinuityNotice context={context} />
      </div>
    )
  },
})

function State({ verdict, context }: { verdict: Data['verdict']; context: PageContext }) {
  return (
    <div className={styles.state}>
      <Verdict
        loaded={verdict}
        heading={`${context.global.provider.name} Trust`}
        context={context}
        mine={mineView(context)}
      />
      <StatusLink context={context} />
    </div>
  )
}

function mineView({ path, query }: PageContext): MineView {
  const mine = mineIn(query)
  return {
    mine,
    isOnly: countChosen(mine) > 0,
    addressOf: (places, isOnly) => (isOnly ? withMine(path, places) : path),
  }
}

function StatusLink({ context }: { context: PageContext }) {
  const { cloud, query } = context
  const status = cloudStatusPath(context)
  if (status === undefined) return null
  return (
    <p className={styles.more}>
      <Link to={withMine(status, mineIn(query))}>
        {cloud.cloud_status.datacenter === '1' ? 'See every service and data center' : 'See every service'}
      </Link>
    </p>
  )
}

/** H-01 */
function Banner({ banner, context }: { banner: Data['banner']; context: PageContext }) {
  if (banner.kind === 'failed') {
    return <FailedPart what="The description of this cloud" path={context.path} query={context.query} />
  }
  return (
    <section className={styles.banner}>
      <h2 dir="auto">{banner.value.title}</h2>
      <p dir="auto">{banner.value.description}</p>
    </section>
  )
}

/** H-03 */
function ContinuityNotice({ context: { global, cloud } }: { context: PageContext }) {
  const { name } = global.provider
  const help = helpSite(global.provider, isGovernmental(cloud, global.isGov))
  if (help === '') return null
  return (
    <section className={styles.notice}>
      <h2>Service continuity</h2>
      <p>
        What {name} does to keep its services running, and how to prepare for a cloud outage:{' '}
        <ExternalLink href={`${help}/service-continuity`}>read the service continuity policy</ExternalLink>.
      </p>
    </section>
  )
}
