import { useSyncExternalStore } from 'react'
import { callAccount } from '../../ui/account/call-account.ts'
import { currentSession, useSession } from '../../ui/account/session.ts'
import { makeListeners } from '../../ui/listeners.ts'
import type { Target } from './change.ts'
import {
  type ChoiceSource,
  type ChoiceState,
  type ChoiceStore,
  type ChoicesAnswer,
  type InOrder,
  inOrder,
  makeChoiceStore,
  NO_CHOICES_YET,
} from './choice-store.ts'
import { type CloudChoices, cloudChoices, type TermChoices, termChoices } from './choices.ts'
import { predictCloud } from './predict-cloud.ts'
import { predictTerms } from './predict-terms.ts'

/** U-02, S-10: belongs to the signed-in user; shared by all pages. */
export function cloudChoiceStore(machineName: string): ChoiceStore<CloudChoices> {
  const { clouds, line, security } = ownRoom()
  const known = clouds.get(machineName)
  if (known !== undefined) return known
  const store = makeChoiceStore(cloudSource(machineName, { line, security }))
  clouds.set(machineName, store)
  return store
}

export function termChoiceStore(): ChoiceStore<TermChoices> {
  const room = ownRoom()
  room.terms ??= makeChoiceStore(termSource(room))
  return room.terms
}

export function useChoiceState<Choices>(store: ChoiceStore<Choices>): ChoiceState<Choices> {
  return useSyncExternalStore<ChoiceState<Choices>>(store.onState, store.state, () => NO_CHOICES_YET)
}

export interface Tally {
  /** U-11: across all clouds and categories; undefined until the first response. */
  count: number | undefined
  /** By machine name of a cloud, and `notifications`. */
  counts: Readonly<Record<string, number>>
  /** Number of completed changes; anything derived from the choices is outdated after each. */
  changes: number
}

const NO_TALLY: Tally = { count: undefined, counts: {}, changes: 0 }

export function useTally(): Tally {
  useSession()
  return useSyncExternalStore(
    tallyListeners.add,
    () => ownRoom().tally,
    () => NO_TALLY,
  )
}

/** State of one session. A new session starts empty and sends nothing of this one. */
interface OwnRoom {
  security: string
  clouds: Map<string, ChoiceStore<CloudChoices>>
  terms: ChoiceStore<TermChoices> | undefined
  /** One queue for all: the count in a response covers everything sent before it. */
  line: InOrder
  tally: Tally
}

let room: OwnRoom | undefined

function ownRoom(): OwnRoom {
  const security = securityNow()
  if (room?.security !== security) {
    room = { security, clouds: new Map(), terms: undefined, line: inOrder(), tally: NO_TALLY }
  }
  return room
}

function securityNow() {
  const session = currentSession()
  return session.kind === 'signed-in' ? session.security : ''
}

const tallyListeners = makeListeners()

function updateTally(security: string, { data }: CountsAnswer, { isChange }: { isChange: boolean }) {
  if (room?.security !== security) return
  const { subscriptions_count: count, counts = room.tally.counts } = data
  const isNews = isChange || (room.tally.count !== undefined && room.tally.count !== count)
  room.tally = { count, counts, changes: room.tally.changes + (isNews ? 1 : 0) }
  tallyListeners.notifyAll()
}

type OfSession = Pick<OwnRoom, 'line' | 'security'>

function cloudSource(cloud: string, { line, security }: OfSession): ChoiceSource<CloudChoices> {
  return {
    read: () =>
      asked(security, cloudChoices, { isChange: false }, () =>
        callAccount('POST /api/subscriptions', { cloud }),
      ),
    send: ({ action, target }) =>
      asked(security, cloudChoices, { isChange: true }, () =>
        callAccount('POST /api/subscribe', { cloud, tid: tidOf(target), action }, { endsAs: 'lost' }),
      ),
    predict: predictCloud,
    inOrder: line,
  }
}

function termSource({ line, security }: OfSession): ChoiceSource<TermChoices> {
  return {
    read: () =>
      asked(security, termChoices, { isChange: false }, () =>
        callAccount('POST /api/user_notifications', {}),
      ),
    send: ({ action, target }) =>
      asked(security, termChoices, { isChange: true }, () =>
        callAccount(
          'POST /api/notification_manage_subscription',
          { tid: termTidOf(target), action },
          { endsAs: 'lost' },
        ),
      ),
    predict: predictTerms,
    inOrder: line,
  }
}

interface CountsAnswer {
  data: { subscriptions_count: number; counts?: Readonly<Record<string, number>> }
}

type Answered<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'refused'; status: number; message: string }

async function asked<Answer extends CountsAnswer, Choices>(
  security: string,
  read: (answer: Answer) => Choices,
  of: { isChange: boolean },
  ask: () => Promise<Answered<Answer>>,
): Promise<ChoicesAnswer<Choices>> {
  // It waited in the queue; another user may be signed in by now.
  if (securityNow() !== security) return { kind: 'refused', status: 401, message: OTHER_SESSION }
  const called = await ask()
  if (called.kind === 'refused') return called
  updateTally(security, called.answer, of)
  return { kind: 'done', choices: read(called.answer) }
}

const OTHER_SESSION = 'Someone else has signed in meanwhile.'

function tidOf(target: Target) {
  switch (target.kind) {
    case 'item':
    case 'region':
      return target.tid
    case 'group':
      return [...target.tids]
    case 'all':
      return target.scope
  }
}

function termTidOf(target: Target) {
  const tid = tidOf(target)
  return typeof tid === 'string' ? ('all' as const) : tid
}
