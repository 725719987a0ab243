import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './statistics.ts'

const READS_PER_SECOND = 100

export interface Round {
  p50: number
  p99: number
  /** Share of answers other than 200, from 0 to 1. */
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
  const reads: Promise<{ waitedMs: number; isRefused: boolean }>[] = []
  while (!isOver(performance.now() - begin)) {
    reads.push(readOne(url + (paths[reads.length % paths.length] ?? '/'), agent))
    await sleep(Math.max(0, begin + (reads.length * 1000) / READS_PER_SECOND - performance.now()))
  }
  const answers = await Promise.all(reads)
  agent.destroy()
  const waits = answers.map(({ waitedMs }) => waitedMs)
  const refused = answers.filter(({ isRefused }) => isRefused).length / answers.length
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99), refused }
}

function readOne(url: string, agent: Agent): Promise<{ waitedMs: number; isRefused: boolean }> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      const isRefused = response.statusCode !== 200
      response.resume().once('end', () => resolve({ waitedMs: performance.now() - begin, isRefused }))
    }).once('error', reject)
  })
}

export const READING_PACE = `${READS_PER_SECOND} pages a second`
