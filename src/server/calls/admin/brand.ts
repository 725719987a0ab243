import { accountMailContent } from '../../../accounts/mails/account-mail-content.ts'
import type { BrandDesk, brandCalls } from '../../../contract/admin/site/brand.ts'
import { inertMail, previewMail } from '../../../delivery/email/preview-mail.ts'
import { isColor } from '../../../domain/brand/accent.ts'
import { type BrandValues, lookOf } from '../../../domain/brand/brand.ts'
import { UTC } from '../../../domain/format-time.ts'
import { menuPath, pagesOfMenu } from '../../../domain/menu.ts'
import type { Edition, SiteProvider } from '../../../edition/edition.ts'
import { senderOf } from '../../../mail/mail-options.ts'
import { mailHtml } from '../../../mail/mail-template.ts'
import {
  type BrandOutcome,
  discardBrandDraft,
  publishBrandDraft,
  readBrandDesk,
  restoreBrand,
  saveBrandDraft,
} from '../../../publishing/brand/brand-desk.ts'
import { tidyBrand } from '../../../publishing/brand/check-brand.ts'
import { lookAtPublished } from '../../../publishing/records/look-at-content.ts'
import { type AccountContext, heldEdition } from '../../context.ts'
import { Fault } from '../../http/faults.ts'
import { previewDocument } from '../../render/preview-document.ts'
import { type Handlers, wrongFields } from '../asked.ts'
import { editorOf } from './site-nouns.ts'

export const brandHandlers: Handlers<keyof typeof brandCalls> = {
  'GET /api/admin/site/brand': ({ context }) => deskOf(context),

  'POST /api/admin/site/brand/draft': async ({ context, input, ...asked }) => {
    const { version, values } = input
    const by = { editor: editorOf(asked), ...timeAndSender(context) }
    return answer(context, await saveBrandDraft(context.newsroom, { version, values, ...by }))
  },

  'POST /api/admin/site/brand/discard': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(context, await discardBrandDraft(context.newsroom, { version: input.version, ...by }))
  },

  'POST /api/admin/site/brand/publish': async ({ context, input, ...asked }) => {
    const { version, live } = input
    const by = { editor: editorOf(asked), ...timeAndSender(context) }
    return answer(context, await publishBrandDraft(context.newsroom, { version, live, ...by }))
  },

  'POST /api/admin/site/brand/restore': async ({ context, input, ...asked }) => {
    const { number, live } = input
    const by = { editor: editorOf(asked), ...timeAndSender(context) }
    return answer(context, await restoreBrand(context.newsroom, { number, live, ...by }))
  },

  'POST /api/admin/site/brand/preview': async ({ context, input: { values, view, theme } }) => ({
    data: { html: await preview(context, { values, view, theme }) },
  }),
}

function timeAndSender(context: AccountContext) {
  return { now: context.clock(), mailFrom: configuredSender(context).address }
}

function configuredSender({ config }: AccountContext) {
  return senderOf({ from: config.mailFrom, publicUrl: config.publicUrl })
}

async function answer(context: AccountContext, outcome: BrandOutcome): Promise<{ data: BrandDesk }> {
  switch (outcome.kind) {
    case 'done':
      return deskOf(context)
    case 'moved':
      throw new Fault('conflict', { message: outcome.sentence })
    case 'wrong':
      throw wrongFields(outcome.errors)
  }
}

async function deskOf(context: AccountContext): Promise<{ data: BrandDesk }> {
  const desk = await readBrandDesk(context.newsroom)
  const { name, address } = configuredSender(context)
  return {
    data: {
      live: {
        number: desk.number,
        values: toWire(desk.live),
        published_at: desk.publishedAt?.toISOString() ?? null,
        published_by: desk.publishedBy,
      },
      draft: {
        version: desk.draftVersion,
        values: desk.draft === undefined ? null : toWire(desk.draft.values),
        saved_at: desk.draft?.savedAt?.toISOString() ?? null,
        saved_by: desk.draft?.savedBy ?? null,
        changes: desk.changes,
      },
      earlier: desk.earlier.map(({ number, publishedAt, publishedBy, changes }) => ({
        number,
        published_at: publishedAt.toISOString(),
        published_by: publishedBy,
        changes,
      })),
      mail_from: { name: name ?? null, address },
    },
  }
}

function toWire(values: BrandValues) {
  return { ...values, icons: [...values.icons], legal_links: [...values.legal_links] }
}

interface BrandLooking {
  values: BrandValues
  view: 'home' | 'status' | 'post' | 'mail'
  theme: 'light' | 'dark'
}

/** Works even if the brand couldn't be published as it is. Nothing is stored. */
async function preview(context: AccountContext, { values, view, theme }: BrandLooking): Promise<string> {
  const { edition: held } = heldEdition(context)
  const { name, ...look } = drawable(tidyBrand(values))
  const provider = { ...held.site.provider, name, brand: lookOf(look) }
  const edition: Edition = { ...held, site: { ...held.site, provider } }
  const html =
    view === 'mail'
      ? await mailOf(context, edition, provider)
      : await previewDocument(context, edition, addressOf(edition, view))
  return inTheme(html, theme)
}

function drawable(values: BrandValues): BrandValues {
  const [light, dark] = [values.accent_light, values.accent_dark].map((color) =>
    isColor(color) ? color : '',
  )
  return { ...values, accent_light: light ?? '', accent_dark: light === '' ? '' : (dark ?? '') }
}

function addressOf({ site, records }: Edition, view: 'home' | 'status' | 'post'): string {
  const [cloud] = site.clouds
  if (cloud === undefined) throw new Fault('wrong-input', { message: 'The site has no cloud to show yet.' })
  if (view === 'home') return `/${cloud.domain}`
  if (view === 'status') {
    const item = pagesOfMenu(site.menu.main_menu).find(({ component }) => component === 'cloud_status')
    if (item === undefined)
      throw new Fault('wrong-input', { message: 'The menu has no Cloud Status page to show.' })
    return menuPath(item, cloud)
  }
  const ids = [...records.byId.values()]
    .filter(
      (record) => record.kind !== 'notification' && record.clouds.includes(cloud.id) && !record.redirect,
    )
    .map(({ id }) => id)
  if (ids.length === 0) throw new Fault('wrong-input', { message: `${cloud.title} has no post to show yet.` })
  return `/${cloud.domain}/posts/${Math.max(...ids)}`
}

async function mailOf(
  { newsroom, config, clock }: AccountContext,
  { records }: Edition,
  provider: SiteProvider,
): Promise<string> {
  const { publicUrl } = config
  const newest = Math.max(0, ...records.byId.keys())
  const look = await lookAtPublished(newsroom.db, { recordId: newest, now: clock() })
  if (look.kind === 'seen') return previewMail(look.publication, { zone: UTC, site: { provider, publicUrl } })
  const site = { provider, publicUrl, isGov: config.isGov }
  return inertMail(mailHtml(accountMailContent('verify-email', site, {})))
}

/** Mail programs choose the theme themselves, so this mail gets the rules of one theme only. */
function inTheme(html: string, theme: 'light' | 'dark'): string {
  return html
    .replace('<html lang="en">', `<html lang="en" data-theme="${theme}">`)
    .replace('(prefers-color-scheme:dark)', theme === 'dark' ? 'all' : 'not all')
}
