import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      // Loading the modules anew for every file would take three times as long as all tests together.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          isolate: false,
          // On a machine that others use as well, the largest pages take their time.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/cluster/start-cluster.ts',
          isolate: false,
          // Most of these wait for a database, not for a core; more at once only slow each other down.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: 'tests/browser/start-site.ts',
          isolate: false,
          // Looking a page over at three widths, light and dark, takes its time on a machine that others use as well.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // A page waits more than it works; a third at once would only make waits run out.
          maxWorkers: 2,
        },
      },
    ],
  },
})
