import type { Change } from './change.ts'

export type ChoicesHeard<Choices> =
  | { kind: 'done'; choices: Choices }
  /** `status` is 0 if there was no response. */
  | { kind: 'refused'; status: number; message: string }

export interface ChoiceSource<Choices> {
  read(): Promise<ChoicesHeard<Choices>>
  send(change: Change): Promise<ChoicesHeard<Choices>>
  predict(before: Choices, change: Change): Choices
  inOrder: InOrder
}

/** Runs actions one after another, in order. */
export type InOrder = <T>(act: () => Promise<T>) => Promise<T>

export interface KeptChoices<Choices> {
  /** The last server state plus pending changes; undefined until the first response. */
  choices: Choices | undefined
  /** Oldest first. */
  pending: readonly Change[]
  failure: { status: number; message: string } | undefined
}

export interface ChoiceKeeper<Choices> {
  state(): KeptChoices<Choices>
  onState(listener: () => void): () => void
  load(): Promise<ChoicesHeard<Choices>>
  change(change: Change): Promise<ChoicesHeard<Choices>>
}

export const NOTHING_KEPT: KeptChoices<never> = { choices: undefined, pending: [], failure: undefined }

/**
 * Optimistic subscriptions: a change shows immediately and is sent in turn. The server's response is authoritative; a
 * failed change is reverted and the state is read again.
 */
export function keepChoices<Choices>({
  read,
  send,
  predict,
  inOrder,
}: ChoiceSource<Choices>): ChoiceKeeper<Choices> {
  let state: KeptChoices<Choices> = NOTHING_KEPT
  let confirmed: Choices | undefined
  const listeners = new Set<() => void>()

  function show({ pending, failure }: Pick<KeptChoices<Choices>, 'pending' | 'failure'>) {
    const choices = confirmed === undefined ? undefined : pending.reduce(predict, confirmed)
    state = { choices, pending, failure }
    for (const tell of listeners) tell()
  }

  function load() {
    return inOrder(async () => {
      const heard = await read()
      if (heard.kind === 'done') confirmed = heard.choices
      const isKnown = confirmed !== undefined
      show({ ...state, failure: heard.kind === 'refused' && !isKnown ? heard : undefined })
      return heard
    })
  }

  function change(asked: Change) {
    show({ ...state, pending: [...state.pending, asked] })
    return inOrder(async () => {
      const heard = await send(asked)
      if (heard.kind === 'done') confirmed = heard.choices
      show({ ...state, pending: state.pending.filter((other) => other !== asked) })
      // It may have arrived anyway.
      if (heard.kind === 'refused' && confirmed !== undefined) void load()
      return heard
    })
  }

  return {
    state: () => state,
    onState(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    load,
    change,
  }
}

export function inOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act)
    last = mine.catch(() => {})
    return mine
  }
}
