import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../../src/accounts/accounts.ts'
import { ANONYMOUS } from '../../src/accounts/viewer.ts'
import { connect } from '../../src/db/connect.ts'
import { findImage } from '../../src/db/images.ts'
import type { DeliveryDesk } from '../../src/delivery/delivery-desk.ts'
import { openPoster } from '../../src/delivery/http/poster.ts'
import { answerOfBytes } from '../../src/edition/answer.ts'
import { AnswerCache } from '../../src/edition/answer-cache.ts'
import type { DocumentSigner } from '../../src/edition/documents/document.ts'
import type { Edition } from '../../src/edition/edition.ts'
import type { EditionHolder, Held } from '../../src/edition/hold-edition.ts'
import { makeImageShelf } from '../../src/edition/images/image-shelf.ts'
import { type PastEditions, pastEditionsOf } from '../../src/edition/log/past-editions.ts'
import { logOfDatabase } from '../../src/edition/log/public-log.ts'
import type { Assets } from '../../src/server/answers/assets.ts'
import { BRAND_ICONS } from '../../src/server/answers/make-brand-file.ts'
import { makeReadCounter, type ReadCounter } from '../../src/server/answers/read-counter.ts'
import { buildApp } from '../../src/server/app.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import type { AccountContext, AppContext } from '../../src/server/context.ts'
import type { EdgeLimits } from '../../src/server/edge/fast-path.ts'
import { type Metrics, makeMetrics } from '../../src/server/metrics.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { lender, lentApp } from './lent-app.ts'
import { testAccounts } from './test-accounts.ts'

export interface LogLine {
  level: number
  msg: string
  [field: string]: unknown
}

export interface TestApp {
  app: FastifyInstance
  log: LogLine[]
  holder: EditionHolder
  reads: ReadCounter
  metrics: Metrics
}

export interface TestAppOptions {
  holder: EditionHolder
  /** By default there are no sessions. */
  accounts?: Accounts
  /** Uses the accounts' database by default. */
  delivery?: Partial<DeliveryDesk>
  config?: Partial<Config>
  clock?: () => Date
  /** Absent: documents are not signed. */
  signer?: DocumentSigner
  /** Absent: pages are rendered on this thread. */
  render?: AppContext['render']
  /** Connection limits; a test may change them while the site runs. */
  limits?: EdgeLimits
  prepare?: (app: FastifyInstance) => void
}

/**
 * The running site, on a test's holder, with its log in memory. Building one takes longer than most tests,
 * so an app with the same settings that another test returned is used again.
 */
export async function testApp(options: TestAppOptions): Promise<TestApp> {
  const { holder, limits, prepare, signer, render, config = {} } = options
  const log: LogLine[] = []
  const reads = makeReadCounter()
  const parts = partsOf(options, { log, reads })
  const isUsual = [limits, prepare, signer, render].every((part) => part === undefined)
  if (isUsual)
    return {
      app: await usualApp(config, { ...parts, lines: log }),
      log,
      holder,
      reads,
      metrics: parts.metrics,
    }
  const context = {
    ...parts,
    config: testConfig(config),
    ...(signer !== undefined && { signer }),
    ...(render !== undefined && { render }),
  }
  const app = await buildApp(context, { patience: PATIENCE, ...(limits !== undefined && { limits }) })
  prepare?.(app)
  await app.ready()
  return { app, log, holder, reads, metrics: parts.metrics }
}

// Simultaneous requests are never rejected just because this machine is slow.
const PATIENCE = 60

type Parts = Omit<AccountContext, 'config' | 'signer' | 'render'>
type LentParts = Parts & { lines: LogLine[] }

function partsOf(
  { holder, accounts = NOBODY, delivery = {}, config, clock }: TestAppOptions,
  { log, reads }: Pick<TestApp, 'log' | 'reads'>,
): Parts {
  const now = clock ?? (() => new Date())
  const metrics = makeMetrics()
  metrics.watch(holder, now)
  const { isWebhookLocal } = testConfig(config)
  return {
    holder,
    accounts,
    delivery: {
      db: accounts.desk.db,
      vault: accounts.desk.vault,
      poster: openPoster({ isLocalAllowed: isWebhookLocal, clock: now }),
      sendMail: async () => ({ kind: 'sent' }),
      isLocalAllowed: isWebhookLocal,
      ...delivery,
    },
    newsroom: { db: accounts.desk.db },
    publicLog: logOfDatabase({
      db: accounts.desk.db,
      vault: accounts.desk.vault,
      publicUrl: testConfig(config).publicUrl,
      clock: now,
    }),
    past: accounts === NOBODY ? NO_PAST : pastEditionsOf(accounts.desk.db),
    images: makeImageShelf([(name) => findImage(accounts.desk.db, name)]),
    assets: testAssets,
    metrics,
    reads,
    log: logTo(log),
    clock: now,
  }
}

/** As before the log began: such a site has no database. */
const NO_PAST: PastEditions = {
  edition: async () => ({ kind: 'not-kept', since: null }),
  numberAt: async () => ({ number: undefined, since: null }),
  versions: async () => ({
    since: null,
    versions: [],
    rewrites: 0,
    first: null,
    isComplete: true,
    isCut: false,
  }),
}

function logTo(lines: LogLine[]) {
  return makeLog({ level: 'info', to: { write: (line) => lines.push(JSON.parse(line)) } })
}

interface Lendable {
  app: FastifyInstance
  config: Partial<Config>
  lend: (parts: LentParts) => void
}

/** Most recently used last. */
const givenBack: Lendable[] = []
const MOST_GIVEN_BACK = 6

async function usualApp(config: Partial<Config>, parts: LentParts): Promise<FastifyInstance> {
  const index = givenBack.findLastIndex((other) => isDeepStrictEqual(other.config, config))
  const [known] = index < 0 ? [] : givenBack.splice(index, 1)
  known?.lend(parts)
  const lendable = known ?? (await buildUsualApp(config, parts))
  return lentApp(lendable.app, () => giveBack(lendable))
}

async function giveBack(lendable: Lendable) {
  givenBack.push(lendable)
  const oldest = givenBack.length > MOST_GIVEN_BACK ? givenBack.shift() : undefined
  await oldest?.app.close()
}

async function buildUsualApp(config: Partial<Config>, first: LentParts): Promise<Lendable> {
  const { parts, lend } = lender<LentParts>()
  lend(first)
  const { assets } = first
  const { holder, accounts, delivery, newsroom, images, publicLog, past, metrics, reads, lines } = parts
  const clock = () => parts.clock()
  // One for the app's lifetime: every request has a child of it.
  const log = logTo(lines)
  const app = await buildApp(
    {
      ...{ holder, accounts, delivery, newsroom, metrics, reads, log, clock, assets },
      ...(images !== undefined && { images }),
      ...(publicLog !== undefined && { publicLog }),
      ...(past !== undefined && { past }),
      config: testConfig(config),
    },
    { patience: PATIENCE },
  )
  await app.ready()
  return { app, config, lend }
}

const NOWHERE = 'postgresql://nobody@127.0.0.1:1/nothing'

export const NOBODY: Accounts = {
  ...testAccounts(connect(NOWHERE).db),
  viewerOf: async () => ANONYMOUS,
  personalize: async (_, { value }) => value,
}

export function testConfig(config: Partial<Config> = {}): Config {
  const read = readConfig({
    PUBLIC_URL: 'https://trust.northwall.example',
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: '1',
    METRICS_LISTEN: 'none',
    // Prerendering all demo pages costs more than a whole test file reads.
    WARM_ANSWERS: '0',
  })
  if (read.kind === 'wrong') throw new Error(read.line)
  return { ...read.config, ...config }
}

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

/** A build of one script and one style sheet, which is enough for these tests. */
export const testAssets: Assets = {
  files: new Map([
    ['/assets/site-1a2b.js', file('text/javascript; charset=utf-8', 'export {}\n')],
    ['/assets/boot-7a8b.js', file('text/javascript; charset=utf-8', 'export {}\n')],
    ['/assets/site-3c4d.css', file('text/css; charset=utf-8', 'main { color: black }\n')],
  ]),
  icons: new Map(
    BRAND_ICONS.flatMap((path) => [
      [path, file('image/png', `the demo's ${path}`)],
      [`/neutral${path}`, file('image/png', `neutral ${path}`)],
    ]),
  ),
  styles: ['/assets/site-3c4d.css'],
  stylesOf: () => ['/assets/site-3c4d.css'],
  fonts: [],
  scripts: ['/assets/site-1a2b.js'],
  boot: '/assets/boot-7a8b.js',
  preloads: () => ['/assets/site-1a2b.js'],
  admin: { styles: [], scripts: ['/assets/admin-5e6f.js'], preloads: [] },
}

function file(type: string, text: string) {
  return answerOfBytes({
    headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
    identity: Buffer.from(text),
  })
}
