import { tokenOf } from './account/token-of.ts'
import { type ChosenPlaces, countChosen, formatChosen, parseChosen } from './chosen-places.ts'
import type { CloudChoice } from './notifying/subscribe-plan.ts'
import type { RecordKind } from './record.ts'
import { LAST_ID, wholeNumber } from './whole-number.ts'

/** `cloud` is a machine name. */
export type FollowChoice =
  /** Until it is closed; with `isLasting` also later ones like it. */
  | { kind: 'record'; cloud: string; record: number; isLasting: boolean }
  /** No places: everything on the cloud. */
  | { kind: 'places'; cloud: string; places: ChosenPlaces }

export interface FollowTarget {
  name: string
  record: { id: number; isClosed: boolean } | undefined
  things: readonly (CloudChoice | 'maintenance' | 'advisory')[]
}

export const FOLLOWED_AFTER_END_DAYS = 60

export const HAS_PASSWORD = 'This account now has a password. Please use it to sign in.'

export const FOLLOW_PATH = '/follow'
export const FOLLOW_CONFIRM_PATH = '/follow/confirm'
export const FOLLOW_MANAGE_PATH = '/follow/manage'
export const FOLLOW_REFUSE_PATH = '/follow/refuse'

export interface FollowInput {
  cloud: string
  record?: number
  later?: '1'
  mine?: string
}

export function choiceOfInput({ cloud, record, later, mine }: FollowInput): FollowChoice {
  return record === undefined
    ? { kind: 'places', cloud, places: parseChosen(mine ?? null) }
    : { kind: 'record', cloud, record, isLasting: later === '1' }
}

export function inputOfChoice(choice: FollowChoice): FollowInput {
  const { cloud } = choice
  if (choice.kind === 'record')
    return { cloud, record: choice.record, ...(choice.isLasting && { later: '1' as const }) }
  return { cloud, ...(countChosen(choice.places) > 0 && { mine: formatChosen(choice.places) }) }
}

/**
 * Undefined without a cloud. Not `cloud`: that parameter selects a cloud for the whole site, on any page
 * (G-15).
 */
export function followAsked(query: URLSearchParams): FollowChoice | undefined {
  const cloud = query.get('on')
  if (cloud === null || !/^[a-z0-9_]{1,64}$/.test(cloud)) return undefined
  const record = wholeNumber(query.get('record'), LAST_ID)
  return choiceOfInput({
    cloud,
    ...(record !== undefined && { record }),
    ...(query.get('later') === '1' && { later: '1' as const }),
    mine: query.get('mine') ?? '',
  })
}

export function followAddress(
  path: string,
  choice: FollowChoice | undefined,
  first: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(first)
  const { cloud, ...rest } = choice === undefined ? {} : inputOfChoice(choice)
  for (const [name, value] of Object.entries({ on: cloud, ...rest }))
    if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query.toString().replaceAll('%2C', ',')}`
}

export type FollowNotice = (typeof FOLLOW_NOTICES)[number]
const FOLLOW_NOTICES = [
  'sent',
  'following',
  'closed',
  'mail-off',
  'confirmed-before',
  'gone',
  'refused',
] as const

export function followNotice(query: URLSearchParams): FollowNotice | undefined {
  return FOLLOW_NOTICES.find((notice) => notice === query.get('notice'))
}

export function followPageAddress(path: string, query: URLSearchParams): string {
  const notice = followNotice(query)
  const token = notice === undefined ? tokenOf(query) : undefined
  return followAddress(path, isAboutAddress(path) ? undefined : followAsked(query), {
    ...(notice !== undefined && { notice }),
    ...(token !== undefined && path !== FOLLOW_PATH && { token }),
  })
}

function isAboutAddress(path: string): boolean {
  return path === FOLLOW_MANAGE_PATH || path === FOLLOW_REFUSE_PATH
}

/** Announcements have nothing to wait for. */
export function isFollowable(kind: RecordKind): boolean {
  return kind !== 'notification'
}
