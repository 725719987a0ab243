import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from './process-figures.ts'

const LOOK_EVERY_MS = 1_000
const QUIET_CPU_SECONDS = 0.03
const QUIET_IN_A_ROW = 3
const WAIT_AT_MOST_MS = 180_000

/** A site that has just started prepares answers in advance, which would disturb the measurement. */
export async function untilQuiet(pid: number) {
  const deadline = performance.now() + WAIT_AT_MOST_MS
  let quiet = 0
  while (quiet < QUIET_IN_A_ROW && performance.now() < deadline) {
    const before = cpuSeconds([pid])
    await sleep(LOOK_EVERY_MS)
    quiet = cpuSeconds([pid]) - before <= QUIET_CPU_SECONDS ? quiet + 1 : 0
  }
}
