import { join } from 'node:path'
import type { Logger } from 'pino'
import type { DeliveryEvent } from '../delivery/worker/delivery-event.ts'
import { type OpenDeliveryOutcome, openDelivery } from '../delivery/worker/open-delivery.ts'
import type { Config } from './config.ts'
import { logDeliveries } from './log-deliveries.ts'

export interface DeliverHereOptions {
  config: Config
  log: Logger
  report: (line: string) => void
  onEvent?: (event: DeliveryEvent) => void
}

export interface DeliveryHere {
  opening: Promise<OpenDeliveryOutcome>
  /** Also while it still waits for its database. */
  stop(): Promise<void>
}

/** A worker in this process, as the configuration has it. */
export function deliverHere({ config, log, report, onEvent }: DeliverHereOptions): DeliveryHere {
  const stopping = new AbortController()
  const logEvent = logDeliveries(log)
  const opening = openDelivery({
    ...config,
    outboxDir: join(config.dataDir, 'outbox'),
    clock: () => new Date(),
    report,
    signal: stopping.signal,
    onEvent: (event) => {
      logEvent(event)
      onEvent?.(event)
    },
  })
  return {
    opening,
    stop: async () => {
      stopping.abort()
      const opened = await opening
      if (opened.kind === 'opened') await opened.worker.stop()
    },
  }
}
