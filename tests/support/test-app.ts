import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../../src/accounts/accounts.ts'
import { ANONYMOUS } from '../../src/accounts/viewer.ts'
import { connect } from '../../src/db/connect.ts'
import type { DeliveryDesk } from '../../src/delivery/delivery-desk.ts'
import { openPoster } from '../../src/delivery/http/poster.ts'
import { answerOfBytes } from '../../src/edition/answer.ts'
import { AnswerCache } from '../../src/edition/answer-cache.ts'
import type { DocumentSigner } from '../../src/edition/documents/document.ts'
import type { Edition } from '../../src/edition/edition.ts'
import type { EditionHolder, Held } from '../../src/edition/hold-edition.ts'
import { buildApp } from '../../src/server/app.ts'
import type { Assets } from '../../src/server/assets.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import type { FrontLimits } from '../../src/server/edge/stand-in-front.ts'
import { makeLog } from '../../src/server/make-log.ts'
import { makeMetrics } from '../../src/server/metrics.ts'
import { makeReadCounter, type ReadCounter } from '../../src/server/read-counter.ts'
import { testAccounts } from './test-accounts.ts'

export interface LogLine {
  level: number
  msg: string
  [field: string]: unknown
}

export interface TestApp {
  app: FastifyInstance
  /** What was logged, line by line. */
  log: LogLine[]
  holder: EditionHolder
  reads: ReadCounter
}

export interface TestAppOptions {
  holder: EditionHolder
  /** Nobody is signed in unless a test says so. */
  accounts?: Accounts
  /** On the database of the accounts unless a test says otherwise. */
  delivery?: Partial<DeliveryDesk>
  config?: Partial<Config>
  clock?: () => Date
  /** Absent: documents are not signed. */
  signer?: DocumentSigner
  /** Of the connections; a test may change them while the site runs. */
  limits?: FrontLimits
  /** Adds routes of the test before the site is ready. */
  prepare?: (app: FastifyInstance) => void
}

/** The site as it runs, on a holder of the test, with its log in memory. */
export async function testApp({
  holder,
  accounts = NOBODY,
  delivery = {},
  config,
  clock,
  signer,
  limits,
  prepare,
}: TestAppOptions): Promise<TestApp> {
  const now = clock ?? (() => new Date())
  const log: LogLine[] = []
  const metrics = makeMetrics()
  metrics.watch(holder, now)
  const reads = makeReadCounter()
  const context = {
    config: testConfig(config),
    holder,
    accounts,
    delivery: {
      db: accounts.desk.db,
      poster: openPoster({ isLocalAllowed: testConfig(config).isWebhookLocal, clock: now }),
      sendMail: async () => ({ kind: 'sent' }),
      isLocalAllowed: testConfig(config).isWebhookLocal,
      ...delivery,
    },
    newsroom: { db: accounts.desk.db },
    assets: testAssets,
    metrics,
    reads,
    log: makeLog({ level: 'info', to: { write: (line) => log.push(JSON.parse(line)) } }),
    clock: now,
    ...(signer !== undefined && { signer }),
  }
  // What many ask for at once is never refused only because this machine is slow.
  const app = await buildApp(context, { patience: 60, ...(limits !== undefined && { limits }) })
  prepare?.(app)
  await app.ready()
  return { app, log, holder, reads }
}

/** Opens no connection until somebody asks for one. */
const NOWHERE = 'postgresql://nobody@127.0.0.1:1/nothing'

export const NOBODY: Accounts = {
  ...testAccounts(connect(NOWHERE).db),
  viewerOf: async () => ANONYMOUS,
  personalise: async (_, { value }) => value,
}

export function testConfig(config: Partial<Config> = {}): Config {
  const read = readConfig({ PUBLIC_URL: 'https://trust.northwall.example', PORT: '0', HOST: '127.0.0.1' })
  if (read.kind === 'wrong') throw new Error(read.line)
  return { ...read.config, ...config }
}

/** A holder of one edition that tests change by hand. */
export interface StandingHolder extends EditionHolder {
  hold(edition: Edition, staleSince?: Date): Held
}

export function standingHolder(verifiedAt: Date): StandingHolder {
  let held: Held | undefined
  return {
    hold: (edition, staleSince) => {
      held = {
        edition,
        staleSince: staleSince ?? null,
        answers: new AnswerCache({ maxBytes: 64 * 1024 * 1024 }),
      }
      return held
    },
    current: () => held,
    verifiedAt: () => (held === undefined ? undefined : verifiedAt),
    refresh: async () => true,
    stop: async () => {},
  }
}

/** A build of one script and one style: tests of the edge need no more. */
export const testAssets: Assets = {
  files: new Map([
    ['/assets/site-1a2b.js', file('text/javascript; charset=utf-8', 'export {}\n')],
    ['/assets/site-3c4d.css', file('text/css; charset=utf-8', 'main { color: black }\n')],
  ]),
  styles: ['/assets/site-3c4d.css'],
  stylesOf: () => ['/assets/site-3c4d.css'],
  fonts: [],
  scripts: ['/assets/site-1a2b.js'],
  preloads: () => ['/assets/site-1a2b.js'],
  admin: { styles: [], scripts: ['/assets/admin-5e6f.js'], preloads: [] },
}

function file(type: string, text: string) {
  return answerOfBytes({
    headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
    identity: Buffer.from(text),
  })
}
