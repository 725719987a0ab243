import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { pageMeta } from '../../domain/page-meta.ts'
import { attempt, type Loaded } from '../loaded.ts'
import { definePage, found, type PageContext } from '../page.ts'
import { FailedPart } from '../parts/failed-part.tsx'
import { ServiceList } from '../parts/service-list.tsx'
import { type ServiceNow, serviceNow } from '../parts/service-state.ts'
import { SeverityLegend } from '../parts/severity-legend.tsx'
import { Sheet, SheetFold, SheetPart } from '../parts/sheet.tsx'
import { StateSummary } from '../parts/state-summary.tsx'
import { Verdict, type VerdictData } from '../parts/verdict.tsx'
import styles from './cloud-status-page.module.css'

interface Category {
  tid: number
  title: string
  services: ServiceNow[]
}

/** Blocks that this cloud does not have are null. */
interface Data {
  verdict: VerdictData
  services: Loaded<Category[]> | null
  publicCenters: Loaded<Category[]> | null
  premiumCenters: Loaded<Category[]> | null
}

export const cloudStatusPage = definePage<Data>({
  async load(context) {
    const { machine_name: cloud, cloud_status: shows } = context.cloud
    const hasCenters = shows.datacenter === '1'
    const [verdict, services, publicCenters, premiumCenters] = await Promise.all([
      context.read('/api/verdict', { cloud }),
      shows.core_cloud_services === '1' ? categories(context, 'core_cloud_services') : null,
      hasCenters ? categories(context, 'public') : null,
      hasCenters && shows.premium_datacenter === '1' ? categories(context, 'premium') : null,
    ])
    return found({ verdict: verdict.data, services, publicCenters, premiumCenters })
  },

  meta(_, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    return pageMeta(path, names, {
      title: 'Cloud Status',
      description: `Current status of every service and data center on ${cloud.domain}.`,
    })
  },

  Content({ data, context }) {
    const { cloud } = context
    return (
      <div className={styles.page}>
        <Verdict data={data.verdict} cloud={cloud} heading="Cloud Status" />
        <SeverityLegend />
        {data.services !== null && <CoreServices loaded={data.services} context={context} />}
        {data.publicCenters !== null && (
          <DataCenters
            publicCenters={data.publicCenters}
            premiumCenters={data.premiumCenters}
            context={context}
          />
        )}
      </div>
    )
  },
})

type RequestType = 'core_cloud_services' | 'public' | 'premium'

function categories(context: PageContext, requestType: RequestType): Promise<Loaded<Category[]>> {
  const wanted = { cloud: context.cloud.machine_name, requestType, dateOffset: 0 }
  return attempt(
    `cloud status (${requestType})`,
    context.read('/api/cloud-status', wanted).then(({ data }) => data.category.map(toCategory)),
  )
}

function toCategory({ tid, title, subCategory }: CategoryRead): Category {
  return { tid, title, services: subCategory.map(serviceNow) }
}

type CategoryRead = ReadAnswer<'/api/cloud-status'>['data']['category'][number]

function CoreServices({ loaded, context }: { loaded: Loaded<Category[]>; context: PageContext }) {
  if (loaded.kind === 'failed') {
    return (
      <Sheet title="Core Cloud Services">
        <FailedPart what="The services" path={context.path} query={context.query} />
      </Sheet>
    )
  }
  return (
    <Sheet
      title="Core Cloud Services"
      summary={<StateSummary services={servicesOf(loaded.value)} noun="service" />}
    >
      {loaded.value.map((category) => (
        <SheetPart
          key={category.tid}
          title={category.title}
          summary={<StateSummary services={category.services} noun="service" />}
        >
          <ServiceList services={category.services} cloud={context.cloud} showsInfo />
        </SheetPart>
      ))}
    </Sheet>
  )
}

function DataCenters({
  publicCenters,
  premiumCenters,
  context,
}: {
  publicCenters: Loaded<Category[]>
  premiumCenters: Loaded<Category[]> | null
  context: PageContext
}) {
  const all = [publicCenters, premiumCenters].flatMap((loaded) =>
    loaded?.kind === 'loaded' ? servicesOf(loaded.value) : [],
  )
  return (
    <Sheet
      title="Data Centers"
      {...(all.length > 0 && { summary: <StateSummary services={all} noun="data center" /> })}
    >
      {premiumCenters === null ? (
        <Regions loaded={publicCenters} context={context} />
      ) : (
        <>
          <CentersOfType title="Public Data Center" loaded={publicCenters} context={context} />
          <CentersOfType title="Premium Data Center" loaded={premiumCenters} context={context} />
        </>
      )}
    </Sheet>
  )
}

function CentersOfType({
  title,
  loaded,
  context,
}: {
  title: string
  loaded: Loaded<Category[]>
  context: PageContext
}) {
  const centers = loaded.kind === 'loaded' ? servicesOf(loaded.value) : []
  return (
    <SheetPart
      title={title}
      summary={centers.length === 0 ? undefined : <StateSummary services={centers} noun="data center" />}
    >
      <Regions loaded={loaded} context={context} />
    </SheetPart>
  )
}

function Regions({ loaded, context }: { loaded: Loaded<Category[]>; context: PageContext }) {
  if (loaded.kind === 'failed') {
    return <FailedPart what="The data centers" path={context.path} query={context.query} />
  }
  return loaded.value.map((region) => <Region key={region.tid} region={region} cloud={context.cloud} />)
}

function Region({ region, cloud }: { region: Category; cloud: Cloud }) {
  const isTroubled = region.services.some((center) => center.state.kind === 'troubled')
  return (
    <SheetFold
      title={region.title}
      summary={<StateSummary services={region.services} noun="data center" />}
      isOpen={isTroubled}
    >
      <ServiceList services={region.services} cloud={cloud} />
    </SheetFold>
  )
}

function servicesOf(categories: readonly Category[]) {
  return categories.flatMap((category) => category.services)
}
