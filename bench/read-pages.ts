import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './statistics.ts'

const READS_PER_SECOND = 100

export interface Round {
  p50: number
  p99: number
}

/** At a steady rate, whether answers come or not: a slow answer must not delay the next reader. */
export async function readPages(
  url: string,
  paths: readonly string[],
  { isOver }: { isOver: (sinceMs: number) => boolean },
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const begin = performance.now()
  const reads: Promise<number>[] = []
  while (!isOver(performance.now() - begin)) {
    reads.push(readOne(url + (paths[reads.length % paths.length] ?? '/'), agent))
    await sleep(Math.max(0, begin + (reads.length * 1000) / READS_PER_SECOND - performance.now()))
  }
  const waits = await Promise.all(reads)
  agent.destroy()
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) }
}

function readOne(url: string, agent: Agent): Promise<number> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().once('end', () => resolve(performance.now() - begin))
    }).once('error', reject)
  })
}

export const READING_PACE = `${READS_PER_SECOND} pages a second`
