import type { Change } from './change.ts'
import type { CentersChoice, Choice, CloudChoices, RegionChoice, ServicesChoice } from './choices.ts'

export function predictCloud(before: CloudChoices, { action, target }: Change): CloudChoices {
  const isOn = action === 'subscribe'
  switch (target.kind) {
    case 'item': {
      const isMeant = ({ tid }: Choice) => tid === target.tid
      return {
        maintenance: before.maintenance.map(setWhere(isMeant, isOn)),
        advisory: before.advisory.map(setWhere(isMeant, isOn)),
        core: servicesWith(before.core, isMeant, isOn),
        centers: eachType(before, (centers) => centersWith(centers, () => isMeant, isOn)),
      }
    }
    case 'region': {
      const isMeant = (region: RegionChoice) => (region.tid === target.tid ? () => true : () => false)
      return { ...before, centers: eachType(before, (centers) => centersWith(centers, isMeant, isOn)) }
    }
    case 'group':
      return target.tids.reduce(
        (sofar, tid) => predictCloud(sofar, { action, target: { kind: 'item', tid, name: target.name } }),
        before,
      )
    case 'all':
      switch (target.scope) {
        case 'all':
          return {
            maintenance: before.maintenance.map(setAll(isOn)),
            advisory: before.advisory.map(setAll(isOn)),
            core: allServices(before.core, isOn),
            centers: eachType(before, (centers) => allCenters(centers, isOn)),
          }
        case 'core_cloud_services':
          return { ...before, core: allServices(before.core, isOn) }
        case 'datacenter':
          return {
            ...before,
            centers: { ...before.centers, public: allCenters(before.centers.public, isOn) },
          }
        case 'premium_datacenters':
          return {
            ...before,
            centers: { ...before.centers, premium: allCenters(before.centers.premium, isOn) },
          }
      }
  }
}

type IsMeant = (choice: Choice) => boolean

/** Removing one item from All subscribes to the others individually. */
function servicesWith({ isAll, services }: ServicesChoice, isMeant: IsMeant, isOn: boolean): ServicesChoice {
  return {
    isAll: isAll && (isOn || !services.some(isMeant)),
    services: services.map(setWhere(isMeant, isOn)),
  }
}

function centersWith(
  { isAll, regions }: CentersChoice,
  isMeantIn: (region: RegionChoice) => IsMeant,
  isOn: boolean,
): CentersChoice {
  const isConcerned = regions.some((region) => region.centers.some(isMeantIn(region)))
  return {
    isAll: isAll && (isOn || !isConcerned),
    regions: regions.map((region) => ({
      ...region,
      centers: region.centers.map(setWhere(isMeantIn(region), isOn)),
    })),
  }
}

function allServices({ services }: ServicesChoice, isOn: boolean): ServicesChoice {
  const isAll = isOn && services.length > 0
  return { isAll, services: services.map(setAll(isOn)) }
}

function allCenters({ regions }: CentersChoice, isOn: boolean): CentersChoice {
  return {
    isAll: isOn && regions.length > 0,
    regions: regions.map((region) => ({ ...region, centers: region.centers.map(setAll(isOn)) })),
  }
}

function eachType({ centers }: CloudChoices, change: (centers: CentersChoice) => CentersChoice) {
  return { public: change(centers.public), premium: change(centers.premium) }
}

function setWhere(isMeant: IsMeant, isSubscribed: boolean) {
  return (choice: Choice): Choice => (isMeant(choice) ? { ...choice, isSubscribed } : choice)
}

function setAll(isSubscribed: boolean) {
  return setWhere(() => true, isSubscribed)
}
