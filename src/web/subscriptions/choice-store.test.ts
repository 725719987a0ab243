import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Change } from './change.ts'
import { type ChoiceStore, type ChoicesAnswer, inOrder, makeChoiceStore } from './choice-store.ts'

type Names = readonly string[]

test("U-04 a change shows immediately and then follows the server's response", async () => {
  const { keeper, server } = await kept([])
  const asked = keeper.change(subscribeTo('Relay'))
  expect(keeper.state().choices).toEqual(['Relay'])
  await server.answers(['Relay', 'Gateway'])
  expect((await asked).kind).toBe('done')
  expect(keeper.state()).toMatchObject({ choices: ['Relay', 'Gateway'], pending: [] })
})

test('changes are sent one by one in order, and pending ones show on top of each response', async () => {
  const { keeper, server } = await kept([])
  void keeper.change(subscribeTo('Relay'))
  void keeper.change(unsubscribeFrom('Relay'))
  void keeper.change(subscribeTo('Gateway'))
  expect(keeper.state().choices).toEqual(['Gateway'])
  expect(await server.waiting()).toEqual(['subscribe Relay'])
  await server.answers(['Relay'])
  expect(keeper.state().choices).toEqual(['Gateway'])
  expect(await server.waiting()).toEqual(['unsubscribe Relay'])
  await server.answers([])
  await server.answers(['Gateway'])
  expect(keeper.state()).toMatchObject({ choices: ['Gateway'], pending: [] })
})

test('a refused change is reverted, others stay, and the state is read again', async () => {
  const { keeper, server } = await kept(['Portal'])
  const refused = keeper.change(subscribeTo('Relay'))
  const granted = keeper.change(subscribeTo('Gateway'))
  await server.refuses(503)
  expect(await refused).toMatchObject({ kind: 'refused', status: 503 })
  expect(keeper.state().choices).toEqual(['Portal', 'Gateway'])
  await server.answers(['Portal', 'Gateway'])
  expect((await granted).kind).toBe('done')
  expect(await server.waiting()).toEqual(['read'])
  // The change had arrived; only its response was lost.
  await server.answers(['Portal', 'Gateway', 'Relay'])
  expect(keeper.state()).toMatchObject({ choices: ['Portal', 'Gateway', 'Relay'], failure: undefined })
})

test('before the first read, a change is only pending', async () => {
  const { keeper, server } = keeperOf()
  void keeper.change(subscribeTo('Relay'))
  expect(keeper.state().choices).toBeUndefined()
  expect(keeper.state().pending).toEqual([subscribeTo('Relay')])
  await server.refuses(503)
  expect(keeper.state().pending).toEqual([])
  expect(await server.waiting()).toEqual([])
})

test('U-08 a failed read is reported until one succeeds', async () => {
  const { keeper, server } = keeperOf()
  void keeper.load()
  await server.refuses(503)
  expect(keeper.state().failure).toMatchObject({ status: 503 })
  void keeper.load()
  await server.answers(['Relay'])
  expect(keeper.state()).toMatchObject({ choices: ['Relay'], failure: undefined })
  void keeper.load()
  await server.refuses(503)
  expect(keeper.state()).toMatchObject({ choices: ['Relay'], failure: undefined })
})

test('listeners get every state until they unsubscribe', async () => {
  const { keeper, server } = keeperOf()
  const seen: unknown[] = []
  const stop = keeper.onState(() => seen.push(keeper.state().choices))
  void keeper.load()
  await server.answers(['Relay'])
  void keeper.change(unsubscribeFrom('Relay'))
  stop()
  await server.answers([])
  expect(seen).toEqual([['Relay'], []])
})

function subscribeTo(name: string): Change {
  return { action: 'subscribe', target: { kind: 'item', tid: 1, name } }
}

function unsubscribeFrom(name: string): Change {
  return { action: 'unsubscribe', target: { kind: 'item', tid: 1, name } }
}

async function kept(names: Names) {
  const made = keeperOf()
  void made.keeper.load()
  await made.server.answers(names)
  return made
}

function keeperOf() {
  const calls: { what: string; settle: (heard: ChoicesAnswer<Names>) => void }[] = []
  const ask = (what: string) => new Promise<ChoicesAnswer<Names>>((settle) => calls.push({ what, settle }))
  const settleNext = async (heard: ChoicesAnswer<Names>) => {
    await turnOfLoop()
    calls.shift()?.settle(heard)
    await turnOfLoop()
  }
  const keeper: ChoiceStore<Names> = makeChoiceStore<Names>({
    read: () => ask('read'),
    send: (change) => ask(`${change.action} ${nameOf(change)}`),
    predict: (before, change) => [
      ...before.filter((name) => name !== nameOf(change)),
      ...(change.action === 'subscribe' ? [nameOf(change)] : []),
    ],
    inOrder: inOrder(),
  })
  const server = {
    waiting: async () => {
      await turnOfLoop()
      return calls.map(({ what }) => what)
    },
    answers: (choices: Names) => settleNext({ kind: 'done', choices }),
    refuses: (status: number) => settleNext({ kind: 'refused', status, message: 'Not now.' }),
  }
  return { keeper, server }
}

function nameOf({ target }: Change) {
  return target.kind === 'item' ? target.name : ''
}
