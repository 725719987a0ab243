import { useSyncExternalStore } from 'react'
import type { UserDetails } from '../../contract/signing-in.ts'
import type { Role } from '../../domain/access.ts'
import { makeListeners } from '../listeners.ts'
import { callAccount } from './call-account.ts'
import { savedMachineName } from './saved-cloud.ts'
import { currentSession, onSession } from './session.ts'

export interface User {
  uid: number
  mail: string
  name: string
  timezone: string
  roles: readonly Role[]
  /** An open task, such as verifying the address. */
  interactive: { message: string } | null
  subscriptions_count: number
}

export interface UserState {
  user: User | undefined
  isFailed: boolean
}

const NOBODY: UserState = { user: undefined, isFailed: false }

export function useUser(): UserState & { reload(): Promise<void> } {
  return { ...useSyncExternalStore(onUser, userState, () => NOBODY), reload: reloadUser }
}

let state = NOBODY

export function userState(): UserState {
  return state
}

const listeners = makeListeners()

export const onUser = listeners.add

/** Run once, by the shell. */
export function followUser(): () => void {
  follow()
  const stopFollowing = onSession(follow)
  for (const event of ['focus', 'online']) window.addEventListener(event, onReturn)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    stopFollowing()
    clearTimeout(timer)
    for (const event of ['focus', 'online']) window.removeEventListener(event, onReturn)
    document.removeEventListener('visibilitychange', onReturn)
  }
}

let security: string | undefined

function follow() {
  const session = currentSession()
  const now = session.kind === 'signed-in' ? session.security : undefined
  if (now === security) return
  security = now
  clearTimeout(timer)
  failures = 0
  show(NOBODY)
  if (now !== undefined) void reloadUser()
}

export async function reloadUser(): Promise<void> {
  const asked = security
  if (asked === undefined) return
  const cloud = savedMachineName()
  const called = await callAccount('POST /api/user/details', cloud === undefined ? {} : { cloud })
  const isOfOthers = asked !== security
  if (isOfOthers) return
  clearTimeout(timer)
  if (called.kind === 'done') {
    failures = 0
    return show({ user: userOf(called.answer), isFailed: false })
  }
  console.error('Loading who is signed in failed:', called.message)
  const waitMs = RETRY_AFTER_MS[failures++]
  if (waitMs !== undefined) timer = setTimeout(() => void reloadUser(), waitMs)
  show({ ...state, isFailed: true })
}

/** After these retries, reload when the reader comes back. */
const RETRY_AFTER_MS = [2_000, 8_000, 30_000]
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

function onReturn() {
  if (state.isFailed && !document.hidden) void reloadUser()
}

function show(next: UserState) {
  state = next
  listeners.notifyAll()
}

function userOf({ data }: UserDetails): User {
  return {
    uid: Number(data.uid[0]?.value),
    name: data.name[0]?.value ?? '',
    mail: data.mail[0]?.value ?? '',
    timezone: data.timezone[0]?.value ?? '',
    roles: data.roles,
    interactive: data.interactive,
    subscriptions_count: data.subscriptions_count,
  }
}
