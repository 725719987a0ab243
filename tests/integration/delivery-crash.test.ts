import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram } from '../crash/bundle-program.ts'
import { type CrashLane, type CrashReport, crashLane, PEOPLE } from '../crash/crash-lane.ts'
import { type CrashPoint, crashPoints, NEVER } from '../crash/crash-point.ts'
import { SEED, sized } from '../size.ts'

const RUNS = Number(process.env.CRASH_RUNS ?? sized({ short: 6, long: 100 }))
const LANES = sized({ short: 1, long: 2 })
const ALL_WITHIN_MS = 600_000

let lanes: CrashLane[]
let worker: string

beforeAll(async () => {
  worker = await bundleProgram('crash-worker.ts')
  lanes = await Promise.all(Array.from({ length: LANES }, () => crashLane(worker)))
})

afterAll(async () => {
  for (const lane of lanes) await lane.stop()
})

test(`U-10 killed at any of ${RUNS} moments between publishing and the last record, every subscriber is notified once (seed ${SEED})`, {
  timeout: ALL_WITHIN_MS,
}, async () => {
  console.log(`SEED=${SEED} repeats these ${RUNS} runs.`)
  const whole = await lanes[0]?.run(NEVER)
  expect(whole).toMatchObject({ isKilled: false, wasPublished: true, twice: 0 })
  const statements = whole?.statements ?? 0
  const points = crashPoints(SEED, { runs: RUNS, statements, mails: PEOPLE })

  const reports: CrashReport[] = []
  const queue = points.map((point, index) => ({ point, index }))
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        reports.push(await named(next, lane.run(next.point)))
      }
    }),
  )

  const killed = reports.filter(({ isKilled }) => isKilled)
  const inVain = reports.filter(({ wasPublished }) => !wasPublished)
  const twice = reports.reduce((sum, report) => sum + report.twice, 0)
  console.log(
    `${reports.length} runs of up to ${statements} statements: ${killed.length} killed on the way, ${inVain.length} before anything was published; ${twice} mails came twice.`,
  )
  expect(reports).toHaveLength(RUNS)
  expect(killed.length).toBeGreaterThan(RUNS / 2)
  // Otherwise these runs never hit the one moment that allows duplicates.
  expect(twice).toBeGreaterThan(0)
})

async function named<T>({ point, index }: { point: CrashPoint; index: number }, run: Promise<T>): Promise<T> {
  try {
    return await run
  } catch (error) {
    throw new Error(`Run ${index}, ${JSON.stringify(point)}: ${(error as Error).message}`, { cause: error })
  }
}
