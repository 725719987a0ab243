import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const maxWorkers = Math.max(2, availableParallelism())

/**
 * The files of one project after those of the other: a worker keeps its loaded modules, and its browser, only from one
 * file of a project to the next. Browser files come first, since the longest are among them.
 */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => a.project.name.localeCompare(b.project.name))
  }
}

export default defineConfig({
  plugins: [react()],
  test: {
    // What takes this long is named beside its file.
    slowTestThreshold: 10_000,
    sequence: { sequencer: ProjectByProject },
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
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/cluster/start-cluster.ts',
          setupFiles: 'tests/end-with-run.ts',
          isolate: false,
          maxWorkers,
          // Limits are for tests that hang. None is a measurement: shared machines can be ten times as slow.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: 'tests/browser/start-site.ts',
          setupFiles: 'tests/end-with-run.ts',
          isolate: false,
          maxWorkers,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
