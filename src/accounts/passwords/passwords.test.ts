import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { hashSync } from '@node-rs/argon2'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { LineIsFull } from '../turns.ts'
import type { Argon2Answer, Argon2Task } from './argon2-worker.ts'
import { isOutdated, makePasswords } from './passwords.ts'

const passwords = makePasswords()
afterAll(() => passwords.stop())

describe('Argon2id', () => {
  test('uses 19 MiB, two passes and a new salt for every hash', async () => {
    const hashes = await Promise.all([passwords.hash('Correct9Horse'), passwords.hash('Correct9Horse')])
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(hashes[0]).not.toBe(hashes[1])
  })

  test('distinguishes the right password from a wrong one', async () => {
    const hash = await passwords.hash('Correct9Horse')
    expect(await passwords.verify('Correct9Horse', hash)).toBe(true)
    expect(await passwords.verify('Correct9horse', hash)).toBe(false)
  })

  test('accepts accents however the keyboard composes them', async () => {
    const hash = await passwords.hash('Caf\u00e9 Nr 9')
    expect(await passwords.verify('Cafe\u0301 Nr 9', hash)).toBe(true)
  })

  test('accepts a hash with other costs, and reports it as outdated', async () => {
    const cheaper = hashSync('Correct9Horse', { memoryCost: 4096, timeCost: 3 })
    expect(await passwords.verify('Correct9Horse', cheaper)).toBe(true)
    expect(isOutdated(cheaper)).toBe(true)
    expect(isOutdated(await passwords.hash('Correct9Horse'))).toBe(false)
  })

  test('rejects an invalid hash and keeps working', async () => {
    await expect(passwords.verify('Correct9Horse', 'not a hash')).rejects.toThrow()
    expect(await passwords.hash('Correct9Horse')).toContain('argon2id')
  })
})

describe('the queue', () => {
  test('an unknown name costs the same work: verifying one hash with the same parameters', async () => {
    const { tasks, passwords } = withWatchedWorker()
    void passwords.verify('Guess1', undefined)
    void passwords.verify('Guess1', null)
    await vi.waitFor(() => expect(tasks).toHaveLength(1), { timeout: 30_000 })
    const [task] = tasks
    if (task?.kind !== 'verify') throw new Error('It did not verify.')
    expect(isOutdated(task.hash)).toBe(false)
  })

  test('without a hash, even a matching password is wrong', async () => {
    const { answer, passwords } = withWatchedWorker()
    const verified = passwords.verify('Guess1', undefined)
    answer({ kind: 'done', value: true })
    expect(await verified).toBe(false)
  })

  test('works off one password at a time, and rejects immediately when full', async () => {
    const { tasks, answer, passwords } = withWatchedWorker({ longestLine: 2 })
    const hashed = ['first', 'second', 'third'].map((password) => passwords.hash(password))
    await expect(passwords.hash('fourth')).rejects.toThrow(LineIsFull)
    expect(tasks).toEqual([{ kind: 'hash', password: 'first' }])
    for (const value of ['one', 'two', 'three']) answer({ kind: 'done', value })
    expect(await Promise.all(hashed)).toEqual(['one', 'two', 'three'])
    expect(tasks.map(({ password }) => password)).toEqual(['first', 'second', 'third'])
  })

  test('continues in a new thread when one dies, and loses only the current password', async () => {
    const { workers, answer, passwords } = withWatchedWorker()
    const [lost, kept] = [passwords.hash('first'), passwords.hash('second')]
    workers[0]?.emit('error', new Error('out of memory'))
    workers[0]?.emit('exit', 1)
    await expect(lost).rejects.toThrow('out of memory')
    expect(workers).toHaveLength(2)
    answer({ kind: 'done', value: 'hash' })
    expect(await kept).toBe('hash')
  })

  test('starts no thread before the first password, and stops with the site', async () => {
    const { workers, passwords } = withWatchedWorker()
    expect(workers).toHaveLength(0)
    const [current, waiting] = [passwords.hash('first'), passwords.hash('second')]
    const outcomes = Promise.allSettled([current, waiting])
    await passwords.stop()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(passwords.hash('third')).rejects.toThrow(LineIsFull)
    expect(workers).toHaveLength(1)
  })
})

function withWatchedWorker(options: { longestLine?: number } = {}) {
  const tasks: Argon2Task[] = []
  const workers: EventEmitter[] = []
  const makeWorker = () => {
    const worker = Object.assign(new EventEmitter(), {
      postMessage: (task: Argon2Task) => tasks.push(task),
      ref: () => {},
      unref: () => {},
      terminate: async () => void worker.emit('exit', 1),
    })
    workers.push(worker)
    return worker as unknown as Worker
  }
  const answer = (given: Argon2Answer) => workers.at(-1)?.emit('message', given)
  return { tasks, workers, answer, passwords: makePasswords({ ...options, makeWorker }) }
}
