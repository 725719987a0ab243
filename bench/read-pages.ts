import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './statistics.ts'

const READS_PER_SECOND = 100

export interface Round {
  p50: number
  p99: number
  /** Share that got 503. Their waits don't count. */
  refused: number
}

/** At a steady rate, whether answers come or not: a slow answer must not delay the next reader. */
export async function readPages(
  url: string,
  paths: readonly string[],
  { isOver }: { isOver: (sinceMs: number) => boolean },
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const begin = performance.now()
  const reads: Promise<number | 'refused'>[] = []
  while (!isOver(performance.now() - begin)) {
    reads.push(readOne(url + (paths[reads.length % paths.length] ?? '/'), agent))
    await sleep(Math.max(0, begin + (reads.length * 1000) / READS_PER_SECOND - performance.now()))
  }
  const answered = await Promise.all(reads)
  agent.destroy()
  const waits = answered.filter((wait) => wait !== 'refused')
  return {
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
    refused: 1 - waits.length / answered.length,
  }
}

function readOne(url: string, agent: Agent): Promise<number | 'refused'> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      const { statusCode } = response
      if (statusCode !== 200 && statusCode !== 503) reject(new Error(`${url} answered ${statusCode}`))
      response.resume().once('end', () => resolve(statusCode === 503 ? 'refused' : performance.now() - begin))
    }).once('error', reject)
  })
}

export const READING_PACE = `${READS_PER_SECOND} pages a second`
