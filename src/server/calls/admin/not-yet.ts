import type { CallName } from '../../../contract/calls.ts'
import type { Handlers } from '../asked.ts'

/** Stands in until the room that answers is built. */
export function notYet<C extends CallName>(...names: C[]): Handlers<C> {
  const handler = async () => {
    throw new Error('not built yet')
  }
  return Object.fromEntries(names.map((name) => [name, handler])) as unknown as Handlers<C>
}
