import type { NewPlaceState, PlaceState } from '../place-states.ts'
import { RECORD_KINDS, type RecordKind } from '../record.ts'

export interface ApprovalRules {
  kinds: RecordKind[]
  clouds: number[]
  /** Updates, start, end and reopening of published records need one, too. Otherwise they go out at once. */
  updates: boolean
}

export function approvalRulesOf(stored: Record<string, unknown>): ApprovalRules {
  const { kinds, clouds, updates } = stored
  return {
    kinds: RECORD_KINDS.filter((kind) => Array.isArray(kinds) && kinds.includes(kind)),
    clouds: Array.isArray(clouds) ? clouds.filter((id) => typeof id === 'number') : [],
    updates: updates === true,
  }
}

/** The steps that people wait for while something is happening. */
const LIVE_STEPS: readonly string[] = ['post-update', 'resolve', 'reopen', 'start']

export function needsApproval(
  { kinds, clouds, updates }: ApprovalRules,
  of: { kind: RecordKind; clouds: readonly number[]; isOnAllClouds?: boolean; action: string },
): boolean {
  const { isOnAllClouds = of.clouds.length === 0 } = of
  const isGated =
    kinds.includes(of.kind) ||
    of.clouds.some((id) => clouds.includes(id)) ||
    // Only a notification can be published without a cloud: all of them show it.
    (of.kind === 'notification' && isOnAllClouds && clouds.length > 0)
  return isGated && (updates || !LIVE_STEPS.includes(of.action))
}

export type ApprovalPass =
  | { kind: 'approved'; approvalId: number; requestedBy: number | null }
  /** An emergency. Someone reviews it afterward. */
  | { kind: 'without'; reason: string }
  /** Approved before, or published by the clock alone; or the token may skip approval. */
  | { kind: 'exempt' }

interface StepAct {
  body: string
  notifies: boolean
  is_relayed?: boolean
}

interface MovedPlacesAct {
  addServices: readonly number[]
  removeServices: readonly number[]
  addDataCenters: readonly number[]
  removeDataCenters: readonly number[]
  states?: readonly NewPlaceState[] | undefined
}

/** Places where monitoring has found trouble. The step adds them to the record. */
export interface AlertPlaces {
  clouds: number[]
  services: number[]
  data_centers: number[]
  /** The whole clouds of the record are affected, so no places are named. */
  is_whole?: boolean
  /** Absent in requests of earlier releases. */
  states?: readonly PlaceState[]
}

/** What is done when a request is approved, as stored with it. Times are ISO 8601. */
export type ApprovalAct =
  | { act: 'publish'; notifies: boolean; is_correction: boolean; is_urgent: boolean; is_relayed?: boolean }
  | { act: 'schedule'; publish_at: string; notifies: boolean }
  | { act: 'unpublish'; reason: string; public_reason: string | null }
  | { act: 'archive' }
  | (StepAct & {
      act: 'post-update'
      status_id?: number
      severity_tid?: number
      next_update?: string | null
      to_time?: string
      posted_on?: string
      /** False: silent if it only fills a gap in the history. Absent: as `notifies`. */
      notifies_of_the_past?: boolean
      is_urgent?: boolean
      places?: MovedPlacesAct
      alert_places?: AlertPlaces
    })
  | (StepAct & {
      act: 'resolve'
      closed_on?: string
      post_mortem?: { dueOn: string | null; isWaived: boolean }
    })
  | (StepAct & { act: 'reopen'; severity_tid?: number; alert_places?: AlertPlaces })
  | (StepAct & { act: 'start' | 'cancel' })
  | (StepAct & { act: 'postpone'; from_time: string | null; to_time: string | null })
  | { act: 'correct-update'; update: number; body: string; posted_on?: string }
  | { act: 'remove-update'; update: number }
  /** `version` is that of the post-mortem: later words end the request. */
  | { act: 'publish-post-mortem'; version: number; notifies: boolean }
  | { act: 'withdraw-post-mortem'; version: number }

export type ActName = ApprovalAct['act']

export interface ActNames {
  status: (id: number) => string
  severity: (tid: number) => string
  cloud: (id: number) => string
  service: (tid: number) => string
  dataCenter: (tid: number) => string
  update: (id: number) => Date | undefined
}

/** What approving does besides publishing the words: the approver is responsible for that, too. */
export function actLines(act: ApprovalAct, names: ActNames): string[] {
  const lines: string[] = []
  const say = (label: string, value: string | undefined) => {
    if (value !== undefined) lines.push(`${label}: ${value}`)
  }
  const listed = (tids: readonly number[], name: (tid: number) => string) =>
    tids.length === 0 ? undefined : tids.map(name).join(', ')
  if ('update' in act) {
    const posted = names.update(act.update)
    say('The update of', posted === undefined ? 'an unknown time' : utc(posted))
  }
  if (act.act === 'post-update')
    say('Status', act.status_id === undefined ? undefined : names.status(act.status_id))
  if (act.act === 'post-update' || act.act === 'reopen') {
    say('Severity', act.severity_tid === undefined ? undefined : names.severity(act.severity_tid))
    say('Adds', listed(act.alert_places?.clouds ?? [], names.cloud))
    say('Adds', listed(act.alert_places?.services ?? [], names.service))
    say('Adds', listed(act.alert_places?.data_centers ?? [], names.dataCenter))
    if (act.alert_places?.is_whole) lines.push('Affects everything on its clouds, not only single places')
  }
  if (act.act === 'post-update') {
    say('Next update promised', maybeTime(act.next_update))
    say('New end', maybeTime(act.to_time))
    say('Adds', listed(act.places?.addServices ?? [], names.service))
    say('Adds', listed(act.places?.addDataCenters ?? [], names.dataCenter))
    say('Removes', listed(act.places?.removeServices ?? [], names.service))
    say('Removes', listed(act.places?.removeDataCenters ?? [], names.dataCenter))
    for (const { place, tid, severity_tid } of act.places?.states ?? [])
      say(
        place === 'service' ? names.service(tid) : names.dataCenter(tid),
        severity_tid === null ? 'same as the record' : names.severity(severity_tid),
      )
  }
  if (act.act === 'post-update' || act.act === 'correct-update') say('Dated', maybeTime(act.posted_on))
  if (act.act === 'resolve') {
    say('Ended', maybeTime(act.closed_on))
    if (act.post_mortem?.isWaived) say('Post-mortem', 'none')
    else say('Post-mortem due', act.post_mortem?.dueOn ?? undefined)
  }
  if (act.act === 'postpone') {
    say('New start', act.from_time === null ? 'not known yet' : maybeTime(act.from_time))
    say('New end', act.to_time === null ? 'not known yet' : maybeTime(act.to_time))
  }
  if (act.act === 'unpublish') {
    say('Reason', act.reason)
    say('Reason for readers', act.public_reason ?? 'none')
  }
  if (act.act === 'publish' && act.is_correction) lines.push('As a correction, not as news')
  if ('is_urgent' in act && act.is_urgent) lines.push('Marked as urgent')
  if ('notifies' in act) lines.push(notifiesWords(act))
  return lines
}

function notifiesWords(act: Extract<ApprovalAct, { notifies: boolean }>): string {
  if (!act.notifies) return 'Subscribers are not notified'
  const isSilentInThePast = act.act === 'post-update' && act.notifies_of_the_past === false
  return isSilentInThePast
    ? 'Subscribers are notified, unless this update is dated before another update or the end'
    : 'Subscribers are notified'
}

function maybeTime(written: string | null | undefined): string | undefined {
  if (written === undefined) return undefined
  return written === null ? 'none' : utc(new Date(written))
}

function utc(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function actWords(act: ActName, kind: RecordKind): string {
  switch (act) {
    case 'publish':
      return `publish this ${kind}`
    case 'schedule':
      return `schedule this ${kind}`
    case 'unpublish':
      return `withdraw this ${kind}`
    case 'archive':
      return `archive this ${kind}`
    case 'post-update':
      return 'post an update'
    case 'resolve':
      return kind === 'maintenance' ? 'complete this maintenance' : `resolve this ${kind}`
    case 'reopen':
      return `reopen this ${kind}`
    case 'start':
      return 'start this maintenance'
    case 'cancel':
      return 'cancel this maintenance'
    case 'postpone':
      return 'postpone this maintenance'
    case 'correct-update':
      return 'correct an update'
    case 'remove-update':
      return 'remove an update'
    case 'publish-post-mortem':
      return 'publish the post-mortem'
    case 'withdraw-post-mortem':
      return 'take the post-mortem off the site'
  }
}
