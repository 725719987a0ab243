import { pino } from 'pino'
import { readConfig } from './config.ts'
import { deliverHere } from './deliver-here.ts'
import { deliveryTally } from './delivery-tally.ts'
import { logLevelFor, makeLog } from './make-log.ts'

/** What is under way gets this long to finish after a stop is asked for. */
const STOP_WITHIN_MS = 15_000

/** A process that only sends notifications: beside the site, which started it, or alone. */
export async function deliver(): Promise<void> {
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return refuse(read.line)
  const { config } = read
  if (config.isTrustDR)
    return refuse('With TRUST_DR=1 nothing is delivered: the site that this one stands in for does that.')

  const isAlone = process.send === undefined
  // The site counts along, for its metrics.
  const tally = deliveryTally((settled) => process.connected && process.send?.(settled))
  const { opening, stop } = deliverHere({
    config,
    log: makeLog({ level: config.logLevel ?? logLevelFor(process.stderr), to: pino.destination(2) }),
    report: (line) => console.log(line),
    onEvent: tally.add,
  })

  let isStopping = false
  async function end() {
    if (isStopping) return
    isStopping = true
    setTimeout(
      () => refuse('Stopping the deliveries took too long; another worker takes over what was left.'),
      STOP_WITHIN_MS,
    ).unref()
    await stop()
    tally.flush()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
  // The site is gone, however it went; the next one brings its own worker.
  process.on('disconnect', () => void end())
  const isOrphan = !isAlone && !process.connected
  if (isOrphan) return end()

  const opened = await opening
  if (opened.kind === 'refused') return refuse(opened.line)
  if (opened.kind === 'opened' && isAlone) console.log('Candor delivers notifications. Press Ctrl-C to stop.')
}

function refuse(line: string): never {
  console.error(line)
  process.exit(1)
}
