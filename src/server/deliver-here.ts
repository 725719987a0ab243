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
  signal: AbortSignal
  onEvent?: (event: DeliveryEvent) => void
}

/** A worker in this process, as the configuration has it. */
export function deliverHere({
  config,
  log,
  report,
  signal,
  onEvent,
}: DeliverHereOptions): Promise<OpenDeliveryOutcome> {
  const logEvent = logDeliveries(log)
  return openDelivery({
    ...config,
    outboxDir: join(config.dataDir, 'outbox'),
    clock: () => new Date(),
    report,
    signal,
    onEvent: (event) => {
      logEvent(event)
      onEvent?.(event)
    },
  })
}
