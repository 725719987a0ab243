import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import type { DeliveryDesk } from '../delivery/delivery-desk.ts'
import type { InTurn } from '../edition/answer-cache.ts'
import type { DocumentSigner } from '../edition/documents/document.ts'
import type { EditionHolder, Held } from '../edition/hold-edition.ts'
import type { ImageShelf } from '../edition/images/image-shelf.ts'
import type { PastEditions } from '../edition/log/past-editions.ts'
import type { PublicLog } from '../edition/log/public-log.ts'
import type { NewsroomDesk } from '../publishing/newsroom-desk.ts'
import type { Assets } from './answers/assets.ts'
import type { ReadCounter } from './answers/read-counter.ts'
import type { Config } from './config.ts'
import { Fault } from './http/faults.ts'
import type { Metrics } from './metrics.ts'
import type { RenderMarkup } from './render/render-in-thread.ts'

export interface AppContext {
  config: Config
  holder: EditionHolder
  assets: Assets
  metrics: Metrics
  reads: ReadCounter
  log: Logger
  clock: () => Date
  signer?: DocumentSigner
  images?: ImageShelf
  /** Absent: only what an edition file says about the log. */
  publicLog?: PublicLog
  /** Absent: only the present edition, as on a disaster-recovery site. */
  past?: PastEditions
  render?: RenderMarkup
  makeInTurn?: <T>(make: () => Promise<T>, client: string) => InTurn<T>
  /** Lets others work while a request waits in its own queue. Absent: requests don't take turns. */
  stepAside?: StepAside
}

export interface StepAside {
  giveBack(request: FastifyRequest): void
  goOn(request: FastifyRequest): Promise<void>
}

export interface AccountContext extends AppContext {
  accounts: Accounts
  delivery: DeliveryDesk
  newsroom: NewsroomDesk
}

export function hasAccounts(context: AppContext | AccountContext): context is AccountContext {
  return 'accounts' in context
}

export function isDatabaseAway({ holder }: Pick<AppContext, 'holder'>): boolean {
  return holder.current()?.staleSince != null
}

export function refuseWithoutDatabase(context: Pick<AppContext, 'holder'>) {
  if (heldEdition(context).staleSince !== null) throw new Fault('no-database')
}

/** Throws if there is no edition yet, which only happens right after a start. */
export function heldEdition({ holder }: Pick<AppContext, 'holder'>): Held {
  const held = holder.current()
  if (held === undefined) throw new Fault('no-content-yet')
  return held
}
