import { verifierKeyText } from '../../domain/log/checkpoint.ts'
import { securityContact } from '../documents/security-txt/security-contact.ts'
import { findCloud } from '../edition.ts'
import { keyOfLog } from '../log/log-key.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

export const forMachinesAnswer: Answerer<'/api/for-machines'> = ({ edition, deployment }, query) => {
  const cloud = findCloud(edition, query.cloud)
  if (cloud === undefined) return unknownCloud(query.cloud)
  const key = keyOfLog(edition.log)
  return value({
    data: {
      public_url: deployment.publicUrl,
      has_security_txt: securityContact(edition.site.provider) !== undefined,
      log_key: key === undefined ? null : verifierKeyText(key),
      services: named(cloud.serviceCategories.flatMap(({ services }) => services)),
      data_centers: named(cloud.regions.flatMap(({ dataCenters }) => dataCenters)),
    },
  })
}

/** Decommissioned places have no state. */
function named(places: readonly { tid: number; name: string; isActive: boolean }[]) {
  return places.filter(({ isActive }) => isActive).map(({ tid, name }) => ({ tid, name }))
}
