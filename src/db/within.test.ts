import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { DatabaseSilent, within } from './within.ts'

test('work that takes longer fails', async () => {
  await expect(within(1, new Promise(() => {}))).rejects.toThrow(DatabaseSilent)
})

test('an answer that came while this process stalled is in time', async () => {
  const { port1, port2 } = new MessageChannel()
  await nextTurn()
  const answered = within(1, once(port1, 'message'))
  port2.postMessage('there')
  const until = performance.now() + 20
  while (performance.now() < until);
  await answered
  port1.close()
})
