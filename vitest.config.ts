import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const maxWorkers = Math.max(2, availableParallelism())

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
          setupFiles: 'tests/end-with-run.ts',
          isolate: false,
          maxWorkers,
          // Limits are for tests that hang. None is a measurement: shared machines can be ten times as slow.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
