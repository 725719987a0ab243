import { SIGN_ON_PATH } from '../../domain/account/sign-on-paths.ts'
import { bannersInForce } from '../../domain/banners/banners-in-force.ts'
import { type BrandLook, type PublicBrand, publicBrand } from '../../domain/brand/brand.ts'
import type { CenterState } from '../../domain/map/center-state.ts'
import { stateOf } from '../../domain/verdict.ts'
import { brandStylePath } from '../brand/brand-style.ts'
import { findCloud, type SiteCloud, type SiteProvider } from '../edition.ts'
import { severityOn, takesOutOfServiceOn } from '../record-reach.ts'
import { openIncidents, type RecordShelf, unfinishedWorks, whenOf } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { editionState, nextTurn } from './edition-answer.ts'

export const globalAnswer: Answerer<'/api/global'> = (context) => {
  const { edition, deployment, now } = context
  const { site, records } = edition
  const global = {
    menu: site.menu,
    clouds: site.clouds.map((cloud) => toCloud(cloud, records)),
    products: site.products,
    sso: deployment.hasSignOn ? { url: SIGN_ON_PATH } : null,
    isGov: deployment.isGov,
    isTrustDR: deployment.isTrustDR,
    ...(deployment.isExport && { isExport: true }),
    provider: shownProvider(site.provider),
    banners: bannersInForce(site.banners, now),
    edition: editionState(context),
  }
  return value(global, { until: nextTurn(context) })
}

export const cloudBannerAnswer: Answerer<'/api/cloud-banner'> = ({ edition }, { cloud: machineName }) => {
  const cloud = machineName === undefined ? undefined : findCloud(edition, machineName)
  if (cloud === undefined) return unknownCloud(machineName ?? '')
  return value({ data: cloud.banner })
}

const shown = new WeakMap<BrandLook, PublicBrand>()

function brandShown(look: BrandLook): PublicBrand {
  const brand = shown.get(look) ?? publicBrand(look, { style: brandStylePath(look) })
  shown.set(look, brand)
  return brand
}

/** The security contact is published in security.txt, not on pages. */
export function shownProvider(provider: SiteProvider) {
  return {
    name: provider.name,
    legal_name: provider.legal_name,
    staff_domains: provider.staff_domains,
    help_url: provider.help_url,
    gov_help_url: provider.gov_help_url,
    feedback_email: provider.feedback_email,
    update_every_hours: provider.update_every_hours,
    brand: brandShown(provider.brand),
  }
}

/**
 * Maintenance counts from its publication as started, not by the clock, because every page shows this state.
 */
export function stateShown(cloud: SiteCloud, records: RecordShelf): CenterState {
  const open = openIncidents(records, cloud.id).map((record) => ({
    severityTid: severityOn(record, cloud),
    since: new Date(whenOf(record)),
  }))
  const state = stateOf(open)
  if (state !== 'operational') return state
  const isWorkedOn = unfinishedWorks(records, cloud.id).some(
    (work) => work.actual_from_time !== null && takesOutOfServiceOn(work, cloud),
  )
  return isWorkedOn ? 'under_maintenance' : state
}

function toCloud(cloud: SiteCloud, records: RecordShelf) {
  return {
    id: cloud.id,
    title: cloud.title,
    machine_name: cloud.machine_name,
    domain: cloud.domain,
    default_page: cloud.default_page,
    type: cloud.type,
    is_gov: cloud.is_gov,
    cloud_status: cloud.cloud_status,
    state: stateShown(cloud, records),
  }
}
