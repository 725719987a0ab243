import { useSyncExternalStore } from 'react'
import { callAccount } from '../../ui/account/call-account.ts'
import { currentSession, useSession } from '../../ui/account/session.ts'
import type { Target } from './change.ts'
import { type CloudChoices, cloudChoices, type TermChoices, termChoices } from './choices.ts'
import {
  type ChoiceKeeper,
  type ChoiceSource,
  type ChoicesHeard,
  type InOrder,
  inOrder,
  type KeptChoices,
  keepChoices,
  NOTHING_KEPT,
} from './keep-choices.ts'
import { predictCloud } from './predict-cloud.ts'
import { predictTerms } from './predict-terms.ts'

/** U-02, S-10: of the reader who is signed in, and the same on every page. */
export function cloudKeeper(machineName: string): ChoiceKeeper<CloudChoices> {
  const { clouds, line, security } = ownRoom()
  const known = clouds.get(machineName)
  if (known !== undefined) return known
  const keeper = keepChoices(cloudSource(machineName, { line, security }))
  clouds.set(machineName, keeper)
  return keeper
}

/** U-03 */
export function termKeeper(): ChoiceKeeper<TermChoices> {
  const room = ownRoom()
  room.terms ??= keepChoices(termSource(room))
  return room.terms
}

export function useKept<Choices>(keeper: ChoiceKeeper<Choices>): KeptChoices<Choices> {
  return useSyncExternalStore<KeptChoices<Choices>>(keeper.onState, keeper.state, () => NOTHING_KEPT)
}

export interface Tally {
  /** U-11: of all clouds and categories; undefined until the server has told. */
  count: number | undefined
  /** By the machine name of a cloud, and `notifications`. */
  counts: Readonly<Record<string, number>>
  /** How many changes have come through, of this page or another; what depends on them is out of date with each. */
  changes: number
}

const NO_TALLY: Tally = { count: undefined, counts: {}, changes: 0 }

export function useTally(): Tally {
  useSession()
  return useSyncExternalStore(
    onTally,
    () => ownRoom().tally,
    () => NO_TALLY,
  )
}

/** What is kept of one session. Another session begins with nothing, and nothing of this one is sent by it. */
interface OwnRoom {
  security: string
  clouds: Map<string, ChoiceKeeper<CloudChoices>>
  terms: ChoiceKeeper<TermChoices> | undefined
  /** One for all: the count in an answer is of everything that was asked for before it. */
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

const tallyListeners = new Set<() => void>()

function onTally(listener: () => void) {
  tallyListeners.add(listener)
  return () => {
    tallyListeners.delete(listener)
  }
}

function tell(security: string, { data }: Told, { isChange }: { isChange: boolean }) {
  if (room?.security !== security) return
  const { subscriptions_count: count, counts = room.tally.counts } = data
  const isNews = isChange || (room.tally.count !== undefined && room.tally.count !== count)
  room.tally = { count, counts, changes: room.tally.changes + (isNews ? 1 : 0) }
  for (const listener of tallyListeners) listener()
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

interface Told {
  data: { subscriptions_count: number; counts?: Readonly<Record<string, number>> }
}

type Answered<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'refused'; status: number; message: string }

async function asked<Answer extends Told, Choices>(
  security: string,
  read: (answer: Answer) => Choices,
  of: { isChange: boolean },
  ask: () => Promise<Answered<Answer>>,
): Promise<ChoicesHeard<Choices>> {
  // It waited in line, and somebody else may be signed in by now.
  if (securityNow() !== security) return { kind: 'refused', status: 401, message: OTHER_SESSION }
  const called = await ask()
  if (called.kind === 'refused') return called
  tell(security, called.answer, of)
  return { kind: 'done', choices: read(called.answer) }
}

const OTHER_SESSION = 'Somebody else has signed in meanwhile.'

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
