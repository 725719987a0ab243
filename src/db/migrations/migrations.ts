import { type Migration, sql } from 'kysely'
import edition from './0001-foundation/01-edition.sql?raw'
import clouds from './0001-foundation/02-clouds.sql?raw'
import terms from './0001-foundation/03-terms.sql?raw'
import records from './0001-foundation/04-records.sql?raw'
import pages from './0001-foundation/05-pages.sql?raw'
import accounts from './0001-foundation/06-accounts.sql?raw'
import delivery from './0001-foundation/07-delivery.sql?raw'
import audit from './0001-foundation/08-audit.sql?raw'
import guards from './0001-foundation/09-guards.sql?raw'
import fixedRows from './0001-foundation/10-fixed-rows.sql?raw'
import threats from './0002-threats-and-banners/01-threats.sql?raw'
import siteBanners from './0002-threats-and-banners/02-site-banners.sql?raw'
import people from './0003-accounts/01-people.sql?raw'
import accountMails from './0003-accounts/02-account-mails.sql?raw'
import publications from './0004-delivery/01-publications.sql?raw'
import channels from './0004-delivery/02-channels.sql?raw'
import deliveries from './0004-delivery/03-deliveries.sql?raw'
import deliveryTotals from './0004-delivery/04-delivery-totals.sql?raw'
import workingCopies from './0005-newsroom/01-working-copies.sql?raw'
import templatesAndSeries from './0005-newsroom/02-templates-and-series.sql?raw'
import site from './0005-newsroom/03-site.sql?raw'
import automation from './0005-newsroom/04-automation.sql?raw'
import importsAndFigures from './0005-newsroom/05-imports-and-figures.sql?raw'
import editionHistory from './0006-scale/01-edition.sql?raw'
import processes from './0006-scale/02-processes.sql?raw'
import restores from './0006-scale/03-backups.sql?raw'
import purges from './0006-scale/04-purges.sql?raw'
import advisories from './0007-formats/01-advisories.sql?raw'
import ipRanges from './0007-formats/02-ip-ranges.sql?raw'
import calendars from './0007-formats/03-calendars.sql?raw'
import noticesToOwners from './0008-safety/01-account-mails.sql?raw'
import deliverySafety from './0008-safety/02-delivery.sql?raw'
import secondFactor from './0008-safety/03-second-factor.sql?raw'
import sealedSecrets from './0009-at-rest/01-sealed-secrets.sql?raw'
import secondStepFailed from './0009-at-rest/02-second-step-failed.sql?raw'
import presence from './0010-teamwork/01-presence.sql?raw'
import programs from './0010-teamwork/03-programs.sql?raw'
import updatesAndWithdrawals from './0010-teamwork/04-updates.sql?raw'
import subscribers from './0010-teamwork/05-subscribers.sql?raw'
import images from './0010-teamwork/06-images.sql?raw'
import postMortems from './0011-newsroom/01-post-mortems.sql?raw'
import team from './0011-newsroom/02-team.sql?raw'
import lists from './0011-newsroom/03-lists.sql?raw'
import senders from './0011-newsroom/04-senders.sql?raw'
import brand from './0011-newsroom/05-brand.sql?raw'
import approval from './0011-newsroom/06-approval.sql?raw'
import attachments from './0011-newsroom/07-attachments.sql?raw'
import placeStates from './0012-places/01-place-states.sql?raw'
import goals from './0012-places/02-goals.sql?raw'
import followers from './0012-places/03-followers.sql?raw'
import publicLog from './0013-log/01-log.sql?raw'
import reminders from './0014-history/01-team.sql?raw'
import refusals from './0014-history/02-followers.sql?raw'
import versions from './0014-history/03-versions.sql?raw'
import lateness from './0014-history/04-lateness.sql?raw'
import witnesses from './0014-history/05-witnesses.sql?raw'
import subscriberImports from './0015-scale/01-imports.sql?raw'
import postedDigests from './0016-digests/01-digests.sql?raw'
import rewrites from './0017-log/01-rewrites.sql?raw'
import comments from './0018-plain-comments/01-comments.sql?raw'
import noLongerAffected from './0019-follow-up/01-no-longer-affected.sql?raw'

/** Sorted by name. A released migration never changes. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': inOrder(
    edition,
    clouds,
    terms,
    records,
    pages,
    accounts,
    delivery,
    audit,
    guards,
    fixedRows,
  ),
  '0002-threats-and-banners': inOrder(threats, siteBanners),
  '0003-accounts': inOrder(people, accountMails),
  '0004-delivery': inOrder(publications, channels, deliveries, deliveryTotals),
  '0005-newsroom': inOrder(workingCopies, templatesAndSeries, site, automation, importsAndFigures),
  '0006-scale': inOrder(editionHistory, processes, restores, purges),
  '0007-formats': inOrder(advisories, ipRanges, calendars),
  '0008-safety': inOrder(noticesToOwners, deliverySafety, secondFactor),
  '0009-at-rest': inOrder(sealedSecrets, secondStepFailed),
  '0010-teamwork': inOrder(presence, programs, updatesAndWithdrawals, subscribers, images),
  '0011-newsroom': inOrder(postMortems, team, lists, senders, brand, approval, attachments),
  '0012-places': inOrder(placeStates, goals, followers),
  '0013-log': inOrder(publicLog),
  '0014-history': inOrder(reminders, refusals, versions, lateness, witnesses),
  '0015-scale': inOrder(subscriberImports),
  '0016-digests': inOrder(postedDigests),
  '0017-log': inOrder(rewrites),
  '0018-plain-comments': inOrder(comments),
  '0019-follow-up': inOrder(noLongerAffected),
}

function inOrder(...parts: string[]): Migration {
  return {
    up: async (db) => {
      for (const part of parts) await sql.raw(part).execute(db)
    },
  }
}
