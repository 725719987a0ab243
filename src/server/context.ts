import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import type { DeliveryDesk } from '../delivery/delivery-desk.ts'
import type { InTurn } from '../edition/answer-cache.ts'
import type { DocumentSigner } from '../edition/documents/document.ts'
import type { EditionHolder, Held } from '../edition/hold-edition.ts'
import type { NewsroomDesk } from '../publishing/newsroom-desk.ts'
import type { Assets } from './answers/assets.ts'
import type { ReadCounter } from './answers/read-counter.ts'
import type { Config } from './config.ts'
import { Fault } from './http/faults.ts'
import type { Metrics } from './metrics.ts'

/** What every site works with. Tests give their own. */
export interface AppContext {
  config: Config
  holder: EditionHolder
  assets: Assets
  metrics: Metrics
  reads: ReadCounter
  log: Logger
  clock: () => Date
  /** Absent: documents are not signed. */
  signer?: DocumentSigner
  /**
   * Makes an answer that a reader asks for when its turn comes; clients take turns with each other. Absent: at once, as
   * where nobody asks.
   */
  makeInTurn?: <T>(make: () => Promise<T>, client: string) => InTurn<T>
  /** For a request that waits for something of its own: others work meanwhile. Absent: nobody takes turns. */
  stepAside?: StepAside
}

export interface StepAside {
  giveBack(request: FastifyRequest): void
  /** Waits for a turn again, unless the request has it still. */
  goOn(request: FastifyRequest): Promise<void>
}

/** What a site with a database has besides; a disaster-recovery site (O-06) has none. */
export interface AccountContext extends AppContext {
  accounts: Accounts
  delivery: DeliveryDesk
  newsroom: NewsroomDesk
}

export function hasAccounts(context: AppContext | AccountContext): context is AccountContext {
  return 'accounts' in context
}

/** The edition to answer from; there is none only in the moments after a start. */
export function heldEdition({ holder }: Pick<AppContext, 'holder'>): Held {
  const held = holder.current()
  if (held === undefined) throw new Fault('no-content-yet')
  return held
}
