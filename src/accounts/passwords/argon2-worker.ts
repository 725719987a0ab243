import { platform } from 'node:os'
import { Worker } from 'node:worker_threads'

export type Argon2Task =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; hash: string }
export type Argon2Answer = { kind: 'done'; value: string | boolean } | { kind: 'failed'; message: string }

/** 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const CURRENT_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** Readers come first: on Linux each thread has its own priority, and hashing gets what they leave. */
const NICE = 10

/** Its source is text, so that the build is a single file. */
export function argon2Worker({ niceness = NICE } = {}): Worker {
  const nice = platform() === 'linux' ? niceness : undefined
  return new Worker(SOURCE, {
    eval: true,
    execArgv: [],
    workerData: { from: import.meta.url, cost: COST, nice },
  })
}

const SOURCE = `
'use strict'
const { createRequire } = require('node:module')
const { setPriority } = require('node:os')
const { parentPort, workerData } = require('node:worker_threads')

const { from, cost, nice } = workerData
try {
  if (nice !== undefined) setPriority(0, nice)
} catch {}
const { hashSync, verifySync } = createRequire(from)('@node-rs/argon2')
const ARGON2ID = 2

parentPort.on('message', (task) => {
  try {
    const value =
      task.kind === 'hash'
        ? hashSync(task.password, { algorithm: ARGON2ID, ...cost })
        : verifySync(task.hash, task.password)
    parentPort.postMessage({ kind: 'done', value })
  } catch (error) {
    parentPort.postMessage({ kind: 'failed', message: error.message })
  }
})
`
