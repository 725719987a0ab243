import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** One build, two halves: what browsers load, and the server that renders it. */
export default defineConfig({
  plugins: [react()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: {
            site: 'src/web/client-entry.tsx',
            speedometer: 'src/web/theme-widget/speedometer.ts',
          },
          output: {
            // The widget's address is part of the page's markup and does not change with its content.
            entryFileNames: ({ name }) =>
              name === 'speedometer' ? 'theme/speedometer.js' : 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                // Libraries change less often than we do, so readers keep them from release to release.
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                // What several pages share is a few kB in all: one file instead of a dozen requests. What maps, charts
                // and the FAQ need stays with them.
                {
                  name: 'parts',
                  test: /src\/(domain\/([^/]+|calendar\/(day-words|utc-day))\.ts|web\/(parts|record|times)\/)/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    // What staff load is no reader's business: another bundle, with its own stylesheet.
    admin: {
      consumer: 'client',
      build: {
        outDir: 'dist/admin',
        copyPublicDir: false,
        manifest: true,
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { admin: 'src/admin/client-entry.tsx' },
          output: { entryFileNames: 'assets/[name]-[hash].js' },
        },
      },
    },
    // The command line is one file that needs nothing but Node.
    cli: {
      consumer: 'server',
      build: {
        outDir: 'dist/cli',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { candor: 'src/cli/candor.ts' },
          output: { codeSplitting: false },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: {
          input: { main: 'src/server/main.ts' },
          // One file, read at the start: a running site must not miss a page because its folder was replaced.
          output: { codeSplitting: false },
        },
      },
    },
  },
})
