import type { Logger } from 'pino'
import type { DeliveryEvent } from '../delivery/worker/delivery-event.ts'

/** By number and kind: a log holds nobody's address. */
export function logDeliveries(log: Logger) {
  return (event: DeliveryEvent) => {
    switch (event.kind) {
      case 'expanded': {
        const { publicationId, added, isDone } = event
        return log.info({ publication: publicationId, added, isDone }, 'Found recipients of a publication')
      }
      case 'settled':
        if (event.became === 'sent') return log.debug(event, 'Deliveries were sent')
        if (event.became === 'dead') return log.warn(event, 'Deliveries were given up')
        return log.info(event, 'Deliveries were not sent')
      case 'not-sent':
        return log.debug(event, 'A delivery was not sent')
      case 'overtaken':
        return log.warn(event, 'Deliveries were taken over by another worker')
      case 'switched-off':
        return log.info(event, 'A channel was switched off')
      case 'paused':
        return log.warn(event, 'Deliveries have to wait')
      case 'resumed':
        return log.info(event, 'Deliveries go on')
      case 'failed':
        return log.warn({ err: event.error, task: event.task }, 'Deliveries have to wait for the database')
    }
  }
}
