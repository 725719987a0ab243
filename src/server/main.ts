import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { loadAssets } from './assets.ts'
import { readConfig } from './config.ts'
import { deliver } from './deliver.ts'
import { startDeliveryProcess } from './delivery-process.ts'
import { logLevelFor, makeLog } from './make-log.ts'
import { printStaffLink } from './print-staff-link.ts'
import { signOnOf } from './sign-on/sign-on-of.ts'
import { type StartOutcome, startSite } from './start-site.ts'

/** What is under way gets this long to finish after a stop is asked for. */
const STOP_WITHIN_MS = 15_000

const [command, ...typed] = process.argv.slice(2)
if (command === 'staff-link') process.exit(await printStaffLink(typed))
if (command === 'deliver') await deliver()
else await main()

async function main() {
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return refuse(read.line)
  const { config } = read

  const log = makeLog({ level: config.logLevel ?? logLevelFor(process.stderr), to: pino.destination(2) })
  const starting = startSite({
    config,
    assets: loadAssets({ client: folderOf('client'), admin: folderOf('admin') }),
    log,
    report: say,
    startDelivery: (of) => startDeliveryProcess({ main: fileURLToPath(import.meta.url), log, ...of }),
  })
  // From the first moment on: a database that is being made must be stopped like one that runs.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(starting))

  const site = await starting
  if (site.kind === 'refused') return refuse(site.line)
  say(`Candor is ready at ${config.port === 0 ? site.address : config.publicUrl}`)
  say(`Data: ${config.databaseUrl === undefined ? config.dataDir : 'the PostgreSQL server of DATABASE_URL'}`)
  if (config.smtpUrl === undefined)
    say(`Mail: kept in ${join(config.dataDir, 'outbox')}, links shown here. SMTP_URL sends it.`)
  if (signOnOf(config) === 'demo')
    say('Employee login: by the demo identity provider, which lets anybody in. OIDC_ISSUER sets a real one.')
  say('Press Ctrl-C to stop.')
}

/** A part of the build beside this one. */
function folderOf(part: 'client' | 'admin') {
  return fileURLToPath(new URL(`../${part}`, import.meta.url))
}

async function stop(starting: Promise<StartOutcome>) {
  say('Stopping …')
  setTimeout(() => refuse('Stopping took too long; left the rest to the system.'), STOP_WITHIN_MS).unref()
  const site = await starting
  if (site.kind === 'started') await site.stop()
  say('Stopped.')
  process.exit(0)
}

function say(line: string) {
  console.log(line)
}

function refuse(line: string): never {
  console.error(line)
  process.exit(1)
}
