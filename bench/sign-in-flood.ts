import { Worker } from 'node:worker_threads'

export interface Account {
  name: string
  pass: string
}

export interface Flood {
  statuses: number[]
  lastAfterMs: number
}

/** In a separate thread, so that it doesn't disturb measuring readers. */
export function signInAtOnce(
  url: string,
  of: { accounts: readonly Account[]; amount: number; round: number },
): Promise<Flood> {
  const worker = new Worker(`(${flood.toString()})()`, { eval: true, workerData: { url, ...of } })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
}

/** Each sign-in comes from another address and an unknown browser. */
async function flood() {
  const { parentPort, workerData } = require('node:worker_threads')
  const { url, accounts, amount, round } = workerData
  const begin = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: amount }, async (_, at) => {
      const response = await fetch(`${url}/api/user/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.${round}.${(at % 250) + 1}`,
        },
        body: JSON.stringify(accounts[at % accounts.length]),
      })
      await response.arrayBuffer()
      return response.status
    }),
  )
  parentPort.postMessage({ statuses, lastAfterMs: performance.now() - begin })
}
