import { makeListeners } from '../../ui/listeners.ts'
import type { Change } from './change.ts'

export type ChoicesAnswer<Choices> =
  | { kind: 'done'; choices: Choices }
  /** `status` is 0 if there was no response. */
  | { kind: 'refused'; status: number; message: string }

export interface ChoiceSource<Choices> {
  read(): Promise<ChoicesAnswer<Choices>>
  send(change: Change): Promise<ChoicesAnswer<Choices>>
  predict(before: Choices, change: Change): Choices
  inOrder: InOrder
}

export type InOrder = <T>(act: () => Promise<T>) => Promise<T>

export interface ChoiceState<Choices> {
  /** The last server state plus pending changes; undefined until the first response. */
  choices: Choices | undefined
  pending: readonly Change[]
  failure: { status: number; message: string } | undefined
}

export interface ChoiceStore<Choices> {
  state(): ChoiceState<Choices>
  onState(listener: () => void): () => void
  load(): Promise<ChoicesAnswer<Choices>>
  change(change: Change): Promise<ChoicesAnswer<Choices>>
}

export const NO_CHOICES_YET: ChoiceState<never> = { choices: undefined, pending: [], failure: undefined }

/** The server's response is authoritative; a failed change is reverted and the state is read again. */
export function makeChoiceStore<Choices>({
  read,
  send,
  predict,
  inOrder,
}: ChoiceSource<Choices>): ChoiceStore<Choices> {
  let state: ChoiceState<Choices> = NO_CHOICES_YET
  let confirmed: Choices | undefined
  const listeners = makeListeners()

  function show({ pending, failure }: Pick<ChoiceState<Choices>, 'pending' | 'failure'>) {
    const choices = confirmed === undefined ? undefined : pending.reduce(predict, confirmed)
    state = { choices, pending, failure }
    listeners.notifyAll()
  }

  function load() {
    return inOrder(async () => {
      const answer = await read()
      if (answer.kind === 'done') confirmed = answer.choices
      const isKnown = confirmed !== undefined
      show({ ...state, failure: answer.kind === 'refused' && !isKnown ? answer : undefined })
      return answer
    })
  }

  function change(asked: Change) {
    show({ ...state, pending: [...state.pending, asked] })
    return inOrder(async () => {
      const answer = await send(asked)
      if (answer.kind === 'done') confirmed = answer.choices
      show({ ...state, pending: state.pending.filter((other) => other !== asked) })
      // It may have arrived anyway.
      if (answer.kind === 'refused' && confirmed !== undefined) void load()
      return answer
    })
  }

  return {
    state: () => state,
    onState: listeners.add,
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
