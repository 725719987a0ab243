import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import type { DeliveryDesk } from '../delivery/delivery-desk.ts'
import type { EditionHolder, Held } from '../edition/hold-edition.ts'
import type { NewsroomDesk } from '../publishing/newsroom-desk.ts'
import type { Assets } from './assets.ts'
import type { Config } from './config.ts'
import { Fault } from './faults.ts'
import type { Metrics } from './metrics.ts'
import type { ReadCounter } from './read-counter.ts'

/** What the routes work with. Tests give their own. */
export interface AppContext {
  config: Config
  holder: EditionHolder
  accounts: Accounts
  delivery: DeliveryDesk
  newsroom: NewsroomDesk
  assets: Assets
  metrics: Metrics
  reads: ReadCounter
  log: Logger
  clock: () => Date
}

/** The edition to answer from; there is none only in the moments after a start. */
export function heldEdition({ holder }: Pick<AppContext, 'holder'>): Held {
  const held = holder.current()
  if (held === undefined) throw new Fault('no-content-yet')
  return held
}
