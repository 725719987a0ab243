import cluster from 'node:cluster'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopbackHost } from '../domain/loopback-host.ts'
import { loadAssets } from './answers/assets.ts'
import { COMMANDS } from './commands/commands.ts'
import { type Config, readConfig } from './config.ts'
import { isOpenToAnyone, signOnOf } from './sign-on/staff-sign-on.ts'
import { refuse, say } from './start/console-lines.ts'
import { logDestination, logLevelFor, makeLog } from './start/make-log.ts'
import { tooFewFiles } from './start/open-files.ts'
import { openSigner } from './start/open-signer.ts'
import { JOINS_LATER } from './start/open-web-processes.ts'
import { runWebProcess } from './start/run-web-process.ts'
import { runWorker, runWorkerBesideSite } from './start/run-worker.ts'
import { type StartOptions, type StartOutcome, startProcesses, startSite } from './start/start-site.ts'
import { stopOnSignal } from './start/stop-on-signal.ts'
import { BESIDE_A_SITE, startWorkerProcess } from './start/worker-process.ts'

const MAIN = fileURLToPath(import.meta.url)

const [command = '', ...typed] = process.argv.slice(2)
const run = COMMANDS[command]
if (run !== undefined) process.exit(await run(typed))
const isKnown = ['', BESIDE_A_SITE, JOINS_LATER].includes(command)
if (!isKnown) refuse(`There is no command "${command}", only ${Object.keys(COMMANDS).join(', ')}.`)
await main()

async function main() {
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return refuse(read.line)
  const { config } = read
  const lacksFiles = tooFewFiles()
  if (lacksFiles !== undefined) return refuse(lacksFiles)
  const log = makeLog({ level: config.logLevel ?? logLevelFor(process.stderr), to: logDestination(2) })

  if (command === BESIDE_A_SITE) return runWorkerBesideSite({ config, log })
  if (config.scale.role === 'worker') return runWorker({ config, log })
  const signing = await openSigner(config.signingKey)
  if (signing.kind === 'refused') return refuse(signing.line)
  const options: StartOptions = {
    config,
    assets: loadAssets({ client: folderOf('client'), admin: folderOf('admin') }),
    renderThread: fileURLToPath(new URL('../render/thread.js', import.meta.url)),
    log,
    report: say,
    joinsLater: command === JOINS_LATER,
    onRefused: refuse,
    ...(signing.signer !== undefined && { signer: signing.signer }),
    ...(config.scale.role === 'all' && {
      startWorker: (of) => startWorkerProcess({ main: MAIN, log, ...of }),
    }),
  }
  return cluster.isWorker ? runWebProcess(options) : runSite(options)
}

function folderOf(part: 'client' | 'admin') {
  return fileURLToPath(new URL(`../${part}`, import.meta.url))
}

async function runSite(options: StartOptions) {
  const { config } = options
  const { signal: stopping } = stopOnSignal(
    async () => {
      const site = await starting
      if (site.kind === 'started') await site.stop()
    },
    {
      say,
      tooLong: 'Stopping took too long; exiting anyway.',
      drainSeconds: config.scale.drainSeconds,
    },
  )
  const isOne = config.scale.workers === 1
  const starting = (
    isOne ? startSite({ ...options, stopping }) : startProcesses({ ...options, stopping }, { main: MAIN })
  ).catch(refusedByTheSystem)
  const site = await starting
  if (stopping.aborted) return
  if (site.kind === 'refused') return refuse(site.line)
  sayHowItRuns(config, site.address)
}

/**
 * For a system error such as a full disk or a missing permission, one line. Anything else is a bug and
 * keeps its stack trace.
 */
function refusedByTheSystem(error: unknown): StartOutcome {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) throw error
  return { kind: 'refused', line: `Candor could not start: ${message}.` }
}

function sayHowItRuns(config: Config, address: string) {
  const { workers } = config.scale
  say(`Candor is ready at ${config.port === 0 ? address : config.publicUrl}`)
  if (workers > 1) say(`Processes: ${workers} answer on this port.`)
  if (!config.isTrustDR) sayWhereThingsAre(config)
  say('Press Ctrl-C to stop.')
}

function sayWhereThingsAre(config: Config) {
  say(`Data: ${config.databaseUrl === undefined ? config.dataDir : 'the PostgreSQL server of DATABASE_URL'}`)
  if (config.smtpUrl === undefined)
    say(`Mail: saved in ${join(config.dataDir, 'outbox')}; links appear here. Set SMTP_URL to send it.`)
  say(`Employee login: ${whoMaySignIn(config)}`)
}

function whoMaySignIn(config: Config): string {
  switch (signOnOf(config)) {
    case 'configured':
      return `with ${config.oidc?.issuer}.`
    case 'none':
      return 'off. Set OIDC_ISSUER to use an identity provider; the command staff-link lets an administrator sign in once.'
    case 'demo':
      if (!isOpenToAnyone(config) && !isLoopbackHost(new URL(config.publicUrl).hostname))
        return 'off: the demo works only at this computer, and PUBLIC_URL points elsewhere. Set OIDC_ISSUER to use an identity provider.'
      return isOpenToAnyone(config)
        ? 'ANYONE who reaches this site can sign in as staff, because DEMO=1. DEMO=0 switches it off.'
        : 'demo: anyone at this computer can sign in as staff. DEMO=0 switches it off; set OIDC_ISSUER to use a real identity provider.'
  }
}
