import { readdirSync } from 'node:fs'
import { pino } from 'pino'
import { createServer, type ProxyOptions } from 'vite'
import { startEmbedded } from '../src/db/embedded/start-embedded.ts'
import type { Assets } from '../src/server/assets.ts'
import { readConfig } from '../src/server/config.ts'
import { makeLog } from '../src/server/make-log.ts'

/**
 * The site with reload on save. Vite serves the browser's half and passes every page and API call on to the
 * site, which runs in this process on a port of its own and is replaced when its code changes; the database stays.
 */
type StartSite = typeof import('../src/server/start-site.ts').startSite
type DeliverHere = typeof import('../src/server/deliver-here.ts').deliverHere

const read = readConfig(process.env)
if (read.kind === 'wrong') refuse(read.line)
const { config } = read

const database =
  config.databaseUrl === undefined
    ? await startEmbedded({ dataDir: config.dataDir, report: console.log })
    : { kind: 'started' as const, url: config.databaseUrl, stop: async () => {} }
if (database.kind === 'refused') refuse(database.line)

const assets: Assets = {
  files: new Map(),
  styles: [],
  fonts: [],
  preloads: () => [],
  scripts: ['/src/web/client-entry.tsx'],
  admin: { styles: [], scripts: ['/src/admin/client-entry.tsx'], preloads: [] },
  extra: `<script type="module" src="/@vite/client"></script>
<script type="module">import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type</script>`,
}

const proxy: ProxyOptions = {
  target: 'http://127.0.0.1:1',
  xfwd: false,
  configure: (server) => {
    // Reloading needs an inline script and a web socket, which the policy of the real site rightly refuses.
    server.on('proxyRes', (answer) => delete answer.headers['content-security-policy'])
  },
}
const ownFiles = readdirSync('public').map((name) => name.replaceAll('.', '\\.'))
const vite = await createServer({
  appType: 'custom',
  server: {
    port: config.port,
    strictPort: true,
    proxy: { [`^/(?!@|src/|node_modules/|theme/|${ownFiles.join('|')})`]: proxy },
  },
  plugins: [
    {
      name: 'theme-widget',
      configureServer: ({ middlewares }) => {
        middlewares.use((request, _response, next) => {
          if (request.url === '/theme/speedometer.js') request.url = '/src/web/theme-widget/speedometer.ts'
          next()
        })
      },
    },
  ],
})

// Listening first: before that Vite's plugins are not ready to load the server's half either.
await vite.listen()
let site = await startOnce().catch(async (error) => {
  console.error(error)
  await closeRest()
  process.exit(1)
})
console.log(
  `Candor in development at http://localhost:${config.port}, reloading on save. Press Ctrl-C to stop.`,
)

let restarting: Promise<void> | undefined
vite.watcher.on('change', (file) => {
  const isOfTheServer = /[\\/]src[\\/](?!web|admin)/.test(file) && !file.endsWith('.test.ts')
  const isRendered = /[\\/]src[\\/]web[\\/].*\.tsx?$/.test(file)
  if (!isOfTheServer && !isRendered) return
  restarting = (restarting ?? Promise.resolve()).then(() => restart(isOfTheServer))
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await restarting
    await site.stop()
    await closeRest()
    process.exit(0)
  })
}

async function closeRest() {
  await vite.close()
  if (database.kind === 'started') await database.stop()
}

async function restart(isOfTheServer: boolean) {
  try {
    const next = await startOnce()
    await site.stop()
    site = next
    if (isOfTheServer) vite.ws.send({ type: 'full-reload' })
  } catch (error) {
    console.error('The change does not start; the site before it goes on.', error)
  }
}

async function startOnce() {
  const { startSite } = await load<{ startSite: StartSite }>('/src/server/start-site.ts')
  const { deliverHere } = await load<{ deliverHere: DeliverHere }>('/src/server/deliver-here.ts')
  const ownConfig = { ...config, port: 0, host: '127.0.0.1', databaseUrl: databaseUrl() }
  const log = makeLog({ level: config.logLevel ?? 'warn', to: pino.destination(2) })
  const started = await startSite({
    config: ownConfig,
    assets,
    log,
    report: console.log,
    startDelivery: () => deliverHere({ config: ownConfig, log, report: console.log }),
  })
  if (started.kind === 'refused') throw new Error(started.line)
  proxy.target = started.address
  return started
}

async function load<Module>(file: string) {
  return (await vite.ssrLoadModule(file)) as Module
}

function databaseUrl() {
  if (database.kind === 'refused') refuse(database.line)
  return database.url
}

function refuse(line: string): never {
  console.error(line)
  process.exit(1)
}
