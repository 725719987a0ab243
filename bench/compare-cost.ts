import { getBytes } from './get-bytes.ts'
import type { Load, Target } from './load.ts'
import { cpuSeconds } from './process-figures.ts'

const WARM_UP_REQUESTS = 50_000
const WARM_UP_MOST_S = 10

export interface Contender {
  name: string
  pids: readonly number[]
  target: Target
  status: number
}

export interface Cost {
  micros: number
  perSecond: number
}

/**
 * Runs the contenders one after another, round by round, so that other load affects all of them equally. Only figures
 * of the same round are comparable.
 */
export async function compareCost(
  load: Load,
  contenders: readonly Contender[],
  { rounds, secondsEach }: { rounds: number; secondsEach: number },
): Promise<Cost[][]> {
  for (const contender of contenders) {
    await expectStatus(contender)
    await warmUp(load, contender)
  }
  const costs: Cost[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const order = [...contenders.keys()]
    if (round % 2 === 1) order.reverse()
    for (const at of order) {
      costs[at]?.push(await measure(load, contenders[at] as Contender, secondsEach))
    }
  }
  for (const contender of contenders) await expectStatus(contender)
  return costs
}

export function ratios([of = [], to = []]: readonly (readonly Cost[])[]): number[] {
  return of.map(({ micros }, round) => micros / (to[round]?.micros ?? Number.NaN))
}

async function warmUp(load: Load, { target }: Contender) {
  let answered = 0
  for (let second = 0; second < WARM_UP_MOST_S && answered < WARM_UP_REQUESTS; second++) {
    answered += (await load.run(target, 1)).answered
  }
}

async function measure(load: Load, { name, pids, target }: Contender, seconds: number): Promise<Cost> {
  const before = cpuSeconds(pids)
  const { answered, failed, perSecond } = await load.run(target, seconds)
  const used = cpuSeconds(pids) - before
  if (failed > 0 || answered === 0) {
    throw new Error(`${name}: ${failed} of ${answered + failed} requests to ${target.url} failed`)
  }
  return { micros: (used / answered) * 1_000_000, perSecond }
}

async function expectStatus({ name, target, status }: Contender) {
  const answer = await getBytes(target.url, target.headers)
  if (answer.status !== status) {
    throw new Error(`${name} answered ${answer.status} instead of ${status} to ${target.url}`)
  }
}
