import type { Change } from './change.ts'

/** What came of asking the server. */
export type ChoicesHeard<Choices> =
  | { kind: 'done'; choices: Choices }
  /** `status` 0 where no answer came. */
  | { kind: 'refused'; status: number; message: string }

export interface ChoiceSource<Choices> {
  read(): Promise<ChoicesHeard<Choices>>
  send(change: Change): Promise<ChoicesHeard<Choices>>
  predict(before: Choices, change: Change): Choices
  inOrder: InOrder
}

/** Does one thing after another, in the order in which they were asked for. */
export type InOrder = <T>(act: () => Promise<T>) => Promise<T>

export interface KeptChoices<Choices> {
  /** What the server said last, with everything that is on its way to it; undefined until it has said something. */
  choices: Choices | undefined
  /** Asked for and not answered yet, the oldest first. */
  pending: readonly Change[]
  /** Why nothing could be read; undefined once something was. */
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
 * What a reader is told of, as it will be: a change shows at once and goes to the server in its turn. The server's
 * answer is the truth; a change that failed is as if nobody had asked, and what stands then is read anew.
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
      // Nobody knows whether it arrived.
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
