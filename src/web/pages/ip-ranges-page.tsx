import type { ReadAnswer } from '../../contract/public-reads.ts'
import { addressAsked } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { attempt, type Loaded } from '../../ui/account/loaded.ts'
import { counted } from '../../ui/parts/words.ts'
import { AddressLookup } from '../ip-ranges/address-lookup.tsx'
import { ForFirewalls } from '../ip-ranges/for-firewalls.tsx'
import { type LookedUp, type RangeRegion, toLookedUp, toRegions } from '../ip-ranges/placed-center.ts'
import { RangeChanges } from '../ip-ranges/range-changes.tsx'
import { RangeList } from '../ip-ranges/range-list.tsx'
import { definePage, found, type PageContext } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { PageHead } from '../parts/page-head.tsx'
import styles from './ip-ranges-page.module.css'
import { pageMeta } from './page-meta.ts'

type Ranges = ReadAnswer<'/api/ip-ranges'>

interface Data {
  publicUrl: string
  regions: RangeRegion[]
  changes: Ranges['changes']
  looked: Loaded<LookedUp> | undefined
}

const TITLE = 'IP Ranges'

export const ipRangesPage = definePage<Data>({
  async load({ read, cloud, query }) {
    const asked = addressAsked(query)
    const [ranges, looked] = await Promise.all([
      read('/api/ip-ranges', { cloud: cloud.machine_name }),
      // A failed lookup must not take down the page.
      asked === '' ? undefined : attempt(asked, read('/api/ip-lookup', { address: asked }).then(toLookedUp)),
    ])
    return found({
      publicUrl: ranges.public_url,
      regions: toRegions(ranges),
      changes: ranges.changes,
      looked,
    })
  },

  meta(_, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    const description = `IP addresses of ${global.provider.name} data centers on ${cloud.domain}, for firewalls: as a list, JSON, CSV and text.`
    return { ...pageMeta(path, names, { title: TITLE, description }), canonicalPath: path }
  },

  Content({ data: { publicUrl, regions, changes, looked }, context }) {
    const { cloud, query, global } = context
    const isEmpty = regions.length === 0
    return (
      <div className="page-body loose">
        <PageHead title={TITLE} lead={<Lead regions={regions} context={context} />} />
        {!global.isExport && <AddressLookup asked={addressAsked(query)} looked={looked} context={context} />}
        {isEmpty ? (
          <EmptyText>No IP ranges are published for this cloud.</EmptyText>
        ) : (
          <RangeList regions={regions} cloud={cloud.machine_name} />
        )}
        {(!isEmpty || changes.length > 0) && (
          <div className={styles.beside}>
            <RangeChanges changes={changes} cloud={cloud.machine_name} />
            <ForFirewalls cloud={cloud.machine_name} publicUrl={publicUrl} />
          </div>
        )}
      </div>
    )
  },
})

function Lead({ regions, context: { cloud } }: { regions: readonly RangeRegion[]; context: PageContext }) {
  const centers = regions.flatMap((region) => region.centers)
  // Data centers may share a range; firewall lists contain it once, too.
  const ranges = new Set(centers.flatMap((center) => center.ranges.map(({ prefix }) => prefix)))
  if (ranges.size === 0) return `The addresses that traffic of ${cloud.domain} comes from.`
  return `Traffic of ${cloud.domain} comes from ${counted(ranges.size, 'range')} in ${counted(centers.length, 'data center')}. Allow them in your firewall.`
}
