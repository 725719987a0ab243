import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createVite, type ProxyOptions } from 'vite'
import { startEmbedded } from '../src/db/embedded/start-embedded.ts'
import { WIDGET_SCRIPT_PATH } from '../src/domain/machine-paths.ts'
import type { Assets } from '../src/server/answers/assets.ts'
import { readConfig } from '../src/server/config.ts'
import { explainListen } from '../src/server/edge/listen.ts'
import { logDestination, makeLog } from '../src/server/start/make-log.ts'
import { makeOpened } from '../src/server/start/opened.ts'
import { stopOnSignal } from '../src/server/start/stop-on-signal.ts'

/**
 * The site with reload on save. Vite serves browser code and passes every page and API call to the site.
 * The site runs in this process on its own port and is replaced when its code changes; the database keeps
 * running.
 */
type StartSite = typeof import('../src/server/start/start-site.ts').startSite
type OpenWorker = typeof import('../src/server/start/open-worker.ts').openWorker

const read = readConfig(process.env)
if (read.kind === 'wrong') {
  console.error(read.line)
  process.exit(1)
}
const { config } = read
const log = makeLog({ level: config.logLevel ?? 'warn', to: logDestination(2) })
const opened = makeOpened(log)
stopOnSignal(opened.closeAll, { tooLong: 'Stopping took too long; exiting anyway.' })

const startingDatabase =
  config.databaseUrl === undefined
    ? startEmbedded({ dataDir: config.dataDir, report: console.log })
    : Promise.resolve({ kind: 'started' as const, url: config.databaseUrl, stop: async () => {} })
opened.add(async () => {
  const started = await startingDatabase
  if (started.kind === 'started') await started.stop()
})
const database = await startingDatabase
if (database.kind === 'refused') await refuse(database.line)

const assets: Assets = {
  files: new Map(),
  icons: new Map(),
  styles: [],
  fonts: [],
  stylesOf: (source) => (source.endsWith('.css') ? [`/src/web/${source}`] : []),
  preloads: () => [],
  scripts: ['/src/web/client-entry.tsx'],
  // In development, styles come with the scripts, so every page loads the scripts at once.
  boot: undefined,
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
    // Reloading needs an inline script and a web socket, which the real site's policy forbids.
    server.on('proxyRes', (answer) => delete answer.headers['content-security-policy'])
  },
}
const ownFiles = readdirSync('public').map((name) => name.replaceAll('.', '\\.'))
// Our own server: with its own, Vite ends this process on a signal and leaves the database behind.
const server = createServer()
const vite = await createVite({
  appType: 'custom',
  server: {
    middlewareMode: { server },
    hmr: { server },
    proxy: { [`^/(?!@|src/|node_modules/|theme/|widget\\.js|${ownFiles.join('|')})`]: proxy },
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
    {
      // Other sites load it as a plain script, not as a module. The build makes it one file.
      name: 'status-widget',
      configureServer: ({ middlewares, environments }) => {
        middlewares.use(WIDGET_SCRIPT_PATH, async (_request, response) => {
          const made = await environments.client.transformRequest('/src/widget/widget.ts')
          const script = made?.code.replace(/^export \{\};?$/m, '') ?? ''
          response.setHeader('content-type', 'text/javascript; charset=utf-8').end(`{${script}\n}`)
        })
      },
    },
  ],
})
opened.add(vite.close)
server.on('request', vite.middlewares)
try {
  server.listen(config.port, 'localhost')
  await once(server, 'listening')
} catch (error) {
  await refuse(explainListen(error, config))
}
opened.add(async () => {
  server.close()
  server.closeAllConnections()
})

let site = await startOnce().catch((error) => refuse(error))
opened.add(() => site.stop())
console.log(
  `Candor in development at http://localhost:${config.port}, reloading on save. Press Ctrl-C to stop.`,
)

let restarting: Promise<void> | undefined
opened.add(async () => restarting)
vite.watcher.on('change', (file) => {
  const isOfTheServer = /[\\/]src[\\/](?!web|admin|widget)/.test(file) && !file.endsWith('.test.ts')
  const isRendered = /[\\/]src[\\/]web[\\/].*\.tsx?$/.test(file)
  if (!isOfTheServer && !isRendered) return
  restarting = (restarting ?? Promise.resolve()).then(() => restart(isOfTheServer))
})

async function restart(isOfTheServer: boolean) {
  try {
    const next = await startOnce()
    await site.stop()
    site = next
    if (isOfTheServer) vite.ws.send({ type: 'full-reload' })
  } catch (error) {
    console.error('The changed site does not start; the previous one keeps running.', error)
  }
}

async function startOnce() {
  const { startSite } = await load<{ startSite: StartSite }>('/src/server/start/start-site.ts')
  const { openWorker } = await load<{ openWorker: OpenWorker }>('/src/server/start/open-worker.ts')
  const databaseUrl = database.kind === 'started' ? database.url : undefined
  const ownConfig = { ...config, port: 0, host: '127.0.0.1', databaseUrl }
  const started = await startSite({
    config: ownConfig,
    assets,
    log,
    report: console.log,
    startWorker: ({ onNews }) =>
      openWorker({ config: ownConfig, log, report: console.log, onNews: (news) => onNews([news]) }),
  })
  if (started.kind === 'refused') throw new Error(started.line)
  proxy.target = started.address
  return started
}

async function load<Module>(file: string) {
  return (await vite.ssrLoadModule(file)) as Module
}

async function refuse(why: unknown): Promise<never> {
  console.error(why)
  await opened.closeAll()
  process.exit(1)
}
