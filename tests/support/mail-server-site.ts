import {
  type AccountMailEvent,
  type AccountMailsWorker,
  startAccountMails,
} from '../../src/accounts/mails/start-account-mails.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { type Mailer, openMailer } from '../../src/mail/mailer.ts'
import { type AccountSite, accountSite, SITE, STAFF_DOMAIN } from './account-site.ts'
import { type MailServer, mailServer } from './mail-server.ts'

export const PROVIDER = {
  name: 'Northwall',
  help_url: 'https://help.northwall.example/',
  gov_help_url: 'https://help.northwall-gov.example/',
  staff_domains: [STAFF_DOMAIN],
}

export interface MailedSite extends AccountSite {
  server: MailServer
  events: AccountMailEvent[]
  worker: AccountMailsWorker
}

export async function mailedSite(): Promise<MailedSite> {
  const server = await mailServer()
  const waking: { worker?: AccountMailsWorker } = {}
  const site = await accountSite({ desk: { wakeMails: () => waking.worker?.wake() } })
  const mailer = mailerTo(server.url, site)
  const { worker, events } = workerOn(site, mailer)
  waking.worker = worker
  return {
    ...site,
    server,
    events,
    worker,
    stop: async () => {
      await Promise.all([worker.stop(), mailer.close()])
      await server.stop()
      await site.stop()
    },
  }
}

export function mailerTo(smtpUrl: string, { clock }: Pick<AccountSite, 'clock'>): Mailer {
  const now = () => clock.now
  return openMailer({
    smtpUrl,
    outboxDir: '',
    from: undefined,
    publicUrl: SITE,
    clock: now,
    report: () => {},
  })
}

export function workerOn({ database, clock }: Pick<AccountSite, 'database' | 'clock'>, mailer: Mailer) {
  const events: AccountMailEvent[] = []
  const worker = startAccountMails({
    db: database.db,
    vault: OPEN_VAULT,
    mailer,
    post: async () => ({ kind: 'refused', reason: 'no channels here', isAboutAddress: false }),
    publicUrl: SITE,
    isGov: false,
    provider: () => PROVIDER,
    clock: () => clock.now,
    onEvent: (event) => events.push(event),
  })
  return { worker, events }
}
