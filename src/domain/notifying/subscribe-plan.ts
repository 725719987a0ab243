import {
  ALL_SCOPES,
  type AllScope,
  allOfType,
  type OwnSubscription,
  type Subscribable,
  type SubscribableCenter,
  type SubscribableCloud,
  type SubscribableRegion,
  type SubscriptionAction,
} from './subscribable.ts'
import { coversDataCenter, coversService } from './subscription.ts'
import { difference, isSame, type RowsToChange, withRow } from './subscription-rows.ts'

export type CloudChoice = number | 'all' | AllScope

export type CloudPlan = ({ kind: 'planned' } & RowsToChange<OwnSubscription>) | Refusal

type Refusal =
  | { kind: 'unknown'; tid: number }
  | { kind: 'decommissioned'; name: string }
  | { kind: 'not-shown'; scope: AllScope }

/**
 * Unsubscribing from all of a kind also ends the single choices of that kind. Removing one thing from All or
 * from a region means choosing everything else in it.
 */
export function subscribePlan(
  cloud: SubscribableCloud,
  own: readonly OwnSubscription[],
  { choices, action }: { choices: readonly CloudChoice[]; action: SubscriptionAction },
): CloudPlan {
  let rows = own
  for (const choice of choices) {
    const chosen = chooseOne(cloud, rows, { choice, action })
    if (!isRows(chosen)) return chosen
    rows = chosen
  }
  return { kind: 'planned', ...difference(own, rows) }
}

type Rows = readonly OwnSubscription[]

function isRows(chosen: Rows | Refusal): chosen is Rows {
  return Array.isArray(chosen)
}

function chooseOne(
  cloud: SubscribableCloud,
  rows: Rows,
  { choice, action }: { choice: CloudChoice; action: SubscriptionAction },
): Rows | Refusal {
  const isSubscribing = action === 'subscribe'
  if (choice === 'all') return isSubscribing ? withEverything(cloud, rows) : []
  if (typeof choice === 'string') {
    if (!cloud.shows[choice]) return { kind: 'not-shown', scope: choice }
    return isSubscribing ? withRow(rows, all(choice)) : withoutKind(cloud, rows, choice)
  }
  const thing = thingOf(cloud, choice)
  if (thing === undefined) return { kind: 'unknown', tid: choice }
  return isSubscribing ? subscribed(rows, thing) : unsubscribed(cloud, rows, thing)
}

function withEverything({ shows }: SubscribableCloud, rows: Rows): Rows {
  const shown = ALL_SCOPES.filter((scope) => shows[scope])
  return [all('maintenance'), all('advisory'), ...shown.map(all)].reduce(withRow<OwnSubscription>, rows)
}

type Thing =
  | { kind: 'maintenance' | 'advisory' }
  | { kind: 'service'; service: Subscribable }
  | { kind: 'region'; region: SubscribableRegion }
  | { kind: 'data_center'; center: SubscribableCenter; region: SubscribableRegion }

function thingOf(cloud: SubscribableCloud, tid: number): Thing | undefined {
  if (tid === cloud.maintenanceTid) return { kind: 'maintenance' }
  if (tid === cloud.advisoryTid) return { kind: 'advisory' }
  const service = shownServices(cloud).find((candidate) => candidate.tid === tid)
  if (service !== undefined) return { kind: 'service', service }
  for (const region of cloud.regions) {
    const shown = region.dataCenters.filter((center) => isShown(cloud, center))
    if (region.tid === tid && shown.length > 0) return { kind: 'region', region }
    const center = shown.find((candidate) => candidate.tid === tid)
    if (center !== undefined) return { kind: 'data_center', center, region }
  }
  return undefined
}

function shownServices({ shows, services }: SubscribableCloud) {
  return shows.core_cloud_services ? services : []
}

function isShown({ shows }: SubscribableCloud, center: SubscribableCenter) {
  return shows[allOfType(center)]
}

function subscribed(rows: Rows, thing: Thing): Rows | Refusal {
  switch (thing.kind) {
    case 'maintenance':
    case 'advisory':
      return withRow(rows, all(thing.kind))
    case 'service': {
      const { tid, name, isActive } = thing.service
      if (coversService(rows, tid)) return rows
      return isActive ? withRow(rows, one('service', tid)) : { kind: 'decommissioned', name }
    }
    case 'data_center': {
      const { tid, name, isActive, isPremium } = thing.center
      if (coversDataCenter(rows, { tid, regionTid: thing.region.tid, isPremium })) return rows
      return isActive ? withRow(rows, one('data_center', tid)) : { kind: 'decommissioned', name }
    }
    case 'region':
      return withRow(withoutCenters(rows, thing.region), one('region', thing.region.tid))
  }
}

function unsubscribed(cloud: SubscribableCloud, rows: Rows, thing: Thing): Rows {
  switch (thing.kind) {
    case 'maintenance':
    case 'advisory':
      return without(rows, all(thing.kind))
    case 'service': {
      const { tid, isActive } = thing.service
      const single = isActive ? withSingleServices(cloud, rows) : rows
      return without(single, one('service', tid))
    }
    case 'data_center': {
      const { tid, isActive, isPremium } = thing.center
      if (!isActive) return without(rows, one('data_center', tid))
      const single = withSingleCenters(cloud, withSingleType(cloud, rows, isPremium), thing.region)
      return without(single, one('data_center', tid))
    }
    case 'region': {
      const types = new Set(thing.region.dataCenters.map(({ isPremium }) => isPremium))
      const single = [...types].reduce((sofar, isPremium) => withSingleType(cloud, sofar, isPremium), rows)
      return withoutCenters(without(single, one('region', thing.region.tid)), thing.region)
    }
  }
}

function withSingleServices(cloud: SubscribableCloud, rows: Rows): Rows {
  if (!has(rows, all('core_cloud_services'))) return rows
  return shownServices(cloud)
    .filter(({ isActive }) => isActive)
    .map(({ tid }) => one('service', tid))
    .reduce(withRow<OwnSubscription>, without(rows, all('core_cloud_services')))
}

/**
 * Replaces All with the current data centers of the type, one by one. Not by region: that would include the other type.
 */
function withSingleType(cloud: SubscribableCloud, rows: Rows, isPremium: boolean): Rows {
  const scope = allOfType({ isPremium })
  if (!has(rows, all(scope))) return rows
  return cloud.regions
    .filter(({ tid }) => !has(rows, one('region', tid)))
    .flatMap(({ dataCenters }) => dataCenters)
    .filter((center) => center.isPremium === isPremium && center.isActive && isShown(cloud, center))
    .map(({ tid }) => one('data_center', tid))
    .reduce(withRow<OwnSubscription>, without(rows, all(scope)))
}

function withSingleCenters(cloud: SubscribableCloud, rows: Rows, region: SubscribableRegion): Rows {
  if (!has(rows, one('region', region.tid))) return rows
  return region.dataCenters
    .filter((center) => center.isActive && isShown(cloud, center))
    .map(({ tid }) => one('data_center', tid))
    .reduce(withRow<OwnSubscription>, without(rows, one('region', region.tid)))
}

/** U-05: removes All of the kind and its single choices. */
function withoutKind(cloud: SubscribableCloud, rows: Rows, kind: AllScope): Rows {
  const others = without(rows, all(kind))
  return kind === 'core_cloud_services'
    ? others.filter(({ scope }) => scope !== 'service')
    : withoutType(cloud, others, kind)
}

/** A region covers both types of data centers. The other type stays, one by one. */
function withoutType(cloud: SubscribableCloud, rows: Rows, type: AllScope): Rows {
  return cloud.regions.reduce((sofar, region) => {
    const ofType = region.dataCenters.filter((center) => allOfType(center) === type)
    if (ofType.length === 0) return sofar
    return withoutCenters(withSingleCenters(cloud, sofar, region), { ...region, dataCenters: ofType })
  }, rows)
}

function withoutCenters(rows: Rows, { dataCenters }: SubscribableRegion): Rows {
  const inRegion = new Set(dataCenters.map(({ tid }) => tid))
  return rows.filter(({ scope, tid }) => scope !== 'data_center' || tid === null || !inRegion.has(tid))
}

function all(scope: 'maintenance' | 'advisory' | AllScope): OwnSubscription {
  return { scope, tid: null }
}

function one(scope: 'service' | 'region' | 'data_center', tid: number): OwnSubscription {
  return { scope, tid }
}

function has(rows: Rows, row: OwnSubscription) {
  return rows.some((other) => isSame(other, row))
}

function without(rows: Rows, row: OwnSubscription): Rows {
  return rows.filter((other) => !isSame(other, row))
}
