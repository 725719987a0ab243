import type { CloudOnOffer } from '../../delivery/subscriptions/own-subscriptions.ts'
import { findCloud, type SiteCloud } from '../../edition/edition.ts'
import { type AccountContext, heldEdition } from '../context.ts'

export function findOffer(context: AccountContext, machineName: string): CloudOnOffer | undefined {
  const cloud = findCloud(heldEdition(context).edition, machineName)
  return cloud === undefined ? undefined : toOffer(cloud)
}

function toOffer({ machine_name, cloud_status, serviceCategories, regions }: SiteCloud): CloudOnOffer {
  return {
    machineName: machine_name,
    shows: {
      core_cloud_services: cloud_status.core_cloud_services === '1',
      datacenter: cloud_status.datacenter === '1',
      premium_datacenters: cloud_status.premium_datacenter === '1',
    },
    services: serviceCategories.flatMap(({ services }) => services),
    regions,
  }
}
