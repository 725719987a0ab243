// `ROLE=worker npm start`, and the worker next to a site, without the rest of the site.
import { pino } from 'pino'
import { readConfig } from '../../src/server/config.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { runWorker, runWorkerBesideSite } from '../../src/server/start/run-worker.ts'
import { BESIDE_A_SITE } from '../../src/server/start/worker-process.ts'

const read = readConfig(process.env)
if (read.kind === 'wrong') {
  console.error(read.line)
  process.exit(1)
}
const log = makeLog({ level: read.config.logLevel ?? 'warn', to: pino.destination(2) })
const run = process.argv[2] === BESIDE_A_SITE ? runWorkerBesideSite : runWorker
await run({ config: read.config, log })
