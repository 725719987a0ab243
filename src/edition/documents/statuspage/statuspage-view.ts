import type { StatuspageComponent } from '../../../contract/statuspage.ts'
import type { HelpLinks } from '../../../domain/help-links.ts'
import type { SiteCloud, Status } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { helpOnCloud } from '../../help-on-cloud.ts'
import { centersAffected, servicesAffected } from '../../record-reach.ts'
import { recordsOfCloud } from '../../record-shelf.ts'
import type { DocumentView } from '../document.ts'
import { statuspageComponents } from './statuspage-components.ts'

export interface StatuspageView extends DocumentView {
  cloud: SiteCloud
  pageId: string
  /** G-03 */
  help: HelpLinks
  /** Newest first. */
  maintenance: readonly EditionRecord[]
  components: readonly StatuspageComponent[]
  /** Without groups. */
  componentsOf(record: EditionRecord): StatuspageComponent[]
  statusOf(id: number): Status | undefined
}

export function statuspageView(view: DocumentView, cloud: SiteCloud): StatuspageView {
  const { edition, now } = view
  const maintenance = recordsOfCloud(edition.records, 'maintenance', cloud.id)
  const { components, ofService, ofCenter } = statuspageComponents(edition, { cloud, maintenance, now })
  const statuses = new Map(edition.site.statuses.map((status) => [status.id, status]))
  return {
    ...view,
    cloud,
    pageId: cloud.machine_name,
    help: helpOnCloud(edition, cloud, view.isGovDeployment),
    maintenance,
    components,
    componentsOf: (record) => [
      ...servicesAffected(record, cloud).flatMap((tid) => ofService.get(tid) ?? []),
      ...centersAffected(record, cloud).flatMap((tid) => ofCenter.get(tid) ?? []),
    ],
    statusOf: (id) => statuses.get(id),
  }
}
