import { availableParallelism, totalmem } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { sized } from './tests/size.ts'

const cores = availableParallelism()
const maxWorkers = Math.max(2, cores)
/**
 * Tests of processes and of staff screens spend half of their time waiting: for a process to start, a draft to be saved,
 * a page to ask again. With one worker for each core, a third of the cores' time would pass unused.
 */
const WORKERS_PER_CORE = 2
/** A worker at the end of a run, with its browser and its sites. */
const BYTES_OF_A_WORKER = 2 * 1024 ** 3
const maxSiteWorkers = Math.max(
  2,
  Math.min(Math.ceil(cores * WORKERS_PER_CORE), Math.floor(totalmem() / BYTES_OF_A_WORKER)),
)

export default defineConfig({
  plugins: [react()],
  test: {
    // What takes this long is named beside its file.
    slowTestThreshold: 10_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/set-seed.ts',
          // Loading the modules anew for every file would take three times as long as all tests together.
          isolate: false,
          maxWorkers,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // Both levels in one project: a worker keeps its loaded modules, its sites and its browser from one file to
          // the next, but not from one project to another.
          name: 'site',
          include: ['tests/{browser,integration}/**/*.test.ts'],
          globalSetup: 'tests/start-run.ts',
          setupFiles: ['tests/end-with-run.ts', 'tests/set-seed.ts'],
          isolate: false,
          maxWorkers: maxSiteWorkers,
          // Projects with different numbers of workers run one after the other.
          sequence: { groupOrder: 1 },
          // Limits are for tests that hang. None is a measurement: shared machines can be ten times as slow.
          testTimeout: sized({ short: 180_000, long: 1_800_000 }),
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
