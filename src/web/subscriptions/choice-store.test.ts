import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Change } from './change.ts'
import { type ChoiceStore, type ChoicesAnswer, inOrder, makeChoiceStore } from './choice-store.ts'

type Names = readonly string[]

test("U-04 a change shows immediately and then follows the server's response", async () => {
  const { store, server } = await storeWith([])
  const asked = store.change(subscribeTo('Relay'))
  expect(store.state().choices).toEqual(['Relay'])
  await server.answers(['Relay', 'Gateway'])
  expect((await asked).kind).toBe('done')
  expect(store.state()).toMatchObject({ choices: ['Relay', 'Gateway'], pending: [] })
})

test('changes are sent one by one in order, and pending ones show on top of each response', async () => {
  const { store, server } = await storeWith([])
  void store.change(subscribeTo('Relay'))
  void store.change(unsubscribeFrom('Relay'))
  void store.change(subscribeTo('Gateway'))
  expect(store.state().choices).toEqual(['Gateway'])
  expect(await server.waiting()).toEqual(['subscribe Relay'])
  await server.answers(['Relay'])
  expect(store.state().choices).toEqual(['Gateway'])
  expect(await server.waiting()).toEqual(['unsubscribe Relay'])
  await server.answers([])
  await server.answers(['Gateway'])
  expect(store.state()).toMatchObject({ choices: ['Gateway'], pending: [] })
})

test('a refused change is reverted, others stay, and the state is read again', async () => {
  const { store, server } = await storeWith(['Portal'])
  const refused = store.change(subscribeTo('Relay'))
  const granted = store.change(subscribeTo('Gateway'))
  await server.refuses(503)
  expect(await refused).toMatchObject({ kind: 'refused', status: 503 })
  expect(store.state().choices).toEqual(['Portal', 'Gateway'])
  await server.answers(['Portal', 'Gateway'])
  expect((await granted).kind).toBe('done')
  expect(await server.waiting()).toEqual(['read'])
  // The change had arrived; only its response was lost.
  await server.answers(['Portal', 'Gateway', 'Relay'])
  expect(store.state()).toMatchObject({ choices: ['Portal', 'Gateway', 'Relay'], failure: undefined })
})

test('before the first read, a change is only pending', async () => {
  const { store, server } = storeOf()
  void store.change(subscribeTo('Relay'))
  expect(store.state().choices).toBeUndefined()
  expect(store.state().pending).toEqual([subscribeTo('Relay')])
  await server.refuses(503)
  expect(store.state().pending).toEqual([])
  expect(await server.waiting()).toEqual([])
})

test('U-08 a failed read is reported until one succeeds', async () => {
  const { store, server } = storeOf()
  void store.load()
  await server.refuses(503)
  expect(store.state().failure).toMatchObject({ status: 503 })
  void store.load()
  await server.answers(['Relay'])
  expect(store.state()).toMatchObject({ choices: ['Relay'], failure: undefined })
  void store.load()
  await server.refuses(503)
  expect(store.state()).toMatchObject({ choices: ['Relay'], failure: undefined })
})

test('listeners get every state until they unsubscribe', async () => {
  const { store, server } = storeOf()
  const seen: unknown[] = []
  const stop = store.onState(() => seen.push(store.state().choices))
  void store.load()
  await server.answers(['Relay'])
  void store.change(unsubscribeFrom('Relay'))
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

async function storeWith(names: Names) {
  const made = storeOf()
  void made.store.load()
  await made.server.answers(names)
  return made
}

function storeOf() {
  const calls: { what: string; settle: (answer: ChoicesAnswer<Names>) => void }[] = []
  const ask = (what: string) => new Promise<ChoicesAnswer<Names>>((settle) => calls.push({ what, settle }))
  const settleNext = async (answer: ChoicesAnswer<Names>) => {
    await turnOfLoop()
    calls.shift()?.settle(answer)
    await turnOfLoop()
  }
  const store: ChoiceStore<Names> = makeChoiceStore<Names>({
    read: () => ask('read'),
    send: (change) => ask(`${change.action} ${targetName(change)}`),
    predict: (before, change) => [
      ...before.filter((name) => name !== targetName(change)),
      ...(change.action === 'subscribe' ? [targetName(change)] : []),
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
  return { store, server }
}

function targetName({ target }: Change) {
  return target.kind === 'item' ? target.name : ''
}
