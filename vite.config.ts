import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** By its names the package gives its development half to everybody. */
const ROUTER = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
)

/** One build, two halves: what browsers load, and the server that renders it. */
export default defineConfig(({ command }) => ({
  plugins: [react()],
  ...(command === 'build' && {
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(ROUTER, 'dom-export.mjs') },
      ],
    },
  }),
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: {
            site: 'src/web/client-entry.tsx',
            boot: 'src/web/boot/boot.ts',
            speedometer: 'src/web/theme-widget/speedometer.ts',
            // Only the server renders these pages, so no script brings their style.
            'api-docs': 'src/web/pages/api-docs-page.css',
            'demo-identity': 'src/web/pages/demo-identity-page.css',
          },
          output: {
            // The widget's address is part of the page's markup and does not change with its content.
            entryFileNames: ({ name }) =>
              name === 'speedometer' ? 'theme/speedometer.js' : 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                // The script of pages that are mostly read, with the few parts that React uses as well.
                {
                  name: 'boot',
                  test: /src\/(web\/(boot\/|live\/(follow|poll-schedule|connection-words)|times\/(now|until)-words|ip-ranges\/ask-where|shell\/show-current|theme-widget\/load-speedometer)|ui\/(times\/(moment|age|zone)-words|listeners|trusted-types)|domain\/(retry-delay|time|format-time|rich-text-tags|machine-paths|tidy-typed|ip-ranges\/ip-ranges-query)\.ts)/,
                  priority: 4,
                },
                // Libraries change less often than we do, so readers keep them from release to release.
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 3,
                },
                // What every page loads, and what several share, is one file instead of a dozen requests. What maps, charts
                // and the FAQ need stays with them.
                {
                  name: 'parts',
                  test: /src\/(ui\/((parts|times)\/|world\/[^/]+\.css|forms\/select-field)|domain\/([^/]+|account\/(account-pages|protected-page|sign-in-[^/]+)|calendar\/(day-words|utc-day))\.ts|web\/([^/]+\.tsx?|mine\/|subscriptions\/use-subscribing|threats\/[^/]+\.css|map\/center-status\.module\.css|record\/(list-of-record|printed-address|fold-summary|record-span)|(parts|times|shell|live|account|banners|brand|consent|prefetch|toast)\/))/,
                  priority: 2,
                },
                { name: 'record', test: /src\/web\/record\//, priority: 1 },
                { name: 'lists', test: /src\/web\/lists\//, priority: 1 },
                {
                  name: 'places',
                  test: /src\/web\/(availability\/|map\/(center-fold|open-records))/,
                  priority: 1,
                },
                // With the panel that follows, whose form is made of them.
                {
                  name: 'forms',
                  test: /src\/(web\/(forms\/|follow\/|machines\/copy-button)|domain\/account\/)/,
                  priority: 0,
                },
                {
                  name: 'maps',
                  test: /src\/(web\/world\/|domain\/map\/(place-labels|map-query|world-projection))/,
                  priority: 0,
                },
                { name: 'threats', test: /src\/(web|domain)\/threats\//, priority: 0 },
              ],
            },
          },
        },
      },
    },
    // A script for pages of others, at an address that never changes: one that needs no other, and leaves no names behind.
    widget: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { widget: 'src/widget/widget.ts' },
          output: { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
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
      ...(command === 'build' && { resolve: { noExternal: true as const } }),
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
    // Pages are rendered on a thread of their own, from one file that is read when the process starts.
    thread: {
      consumer: 'server',
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true as const },
      }),
      build: {
        outDir: 'dist/render',
        ssr: true,
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: {
          input: { thread: 'src/server/render/render-thread.ts' },
          output: { codeSplitting: false },
        },
      },
    },
    ssr: {
      // React asks for the mode when it is loaded, and renders at a third of the speed in the wrong one. Built in, it is
      // the right one however the program is started. The dev server loads it from its package. The others are over a
      // thousand small files, and finding those took most of the time of a start.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: {
          noExternal: [
            ...['react', 'react-dom', 'react-router', 'scheduler'],
            ...['typebox', 'kysely', 'zod', 'zod-to-json-schema', '@modelcontextprotocol/sdk'],
          ],
        },
      }),
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
}))
