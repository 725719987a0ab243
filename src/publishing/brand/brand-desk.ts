import type { Kysely, Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import {
  type BrandDraftRow,
  insertBrand,
  listBrands,
  liveBrand,
  readBrandDraft,
  writeBrandDraft,
} from '../../db/brands.ts'
import type { DB } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/site-editing/settings.ts'
import {
  type BrandValues,
  brandChangeWords,
  brandFacts,
  lookOf,
  STANDARD_LOOK,
} from '../../domain/brand/brand.ts'
import { secondsAgoWords } from '../../domain/newsroom/deed-words.ts'
import type { NewsroomDesk } from '../newsroom-desk.ts'
import type { Editor } from '../site/editor.ts'
import { allOrNothing } from '../site/verbs/all-or-nothing.ts'
import { recordChange } from '../site/verbs/record-change.ts'
import { tidyBrand, wrongBrand } from './check-brand.ts'

interface By {
  editor: Editor
  now: Date
  mailFrom: string
}

export type BrandOutcome =
  | { kind: 'done' }
  | { kind: 'moved'; sentence: string }
  | { kind: 'wrong'; errors: Record<string, string> }

const DONE: BrandOutcome = { kind: 'done' }

export async function readBrandDesk({ db }: NewsroomDesk) {
  const [live, draft, brands] = await Promise.all([liveValues(db), readBrandDraft(db), listBrands(db)])
  const drafted = draft.value === null ? undefined : valuesOf(draft.value, live.name)
  const [newest, ...earlier] = brands
  return {
    live,
    number: newest?.number ?? 0,
    publishedAt: newest?.publishedAt ?? null,
    publishedBy: newest?.publishedBy ?? null,
    draft: drafted === undefined ? undefined : { values: drafted, ...draft },
    draftVersion: draft.version,
    changes: drafted === undefined ? [] : brandChangeWords(live, drafted),
    earlier: earlier.map(({ number, value, publishedAt, publishedBy }) => ({
      number,
      publishedAt,
      publishedBy,
      changes: brandChangeWords(live, valuesOf(value, live.name)),
    })),
  }
}

export function saveBrandDraft(
  { db }: NewsroomDesk,
  { version, values: typed, editor, now, mailFrom }: By & { version: number; values: BrandValues },
): Promise<BrandOutcome> {
  return allOrNothing<BrandOutcome>(db, async (trx) => {
    const draft = await readBrandDraft(trx)
    if (draft.version !== version) return moved(draft, now)
    const values = tidyBrand(typed)
    const errors = await wrongBrand(trx, values, { mailFrom })
    if (errors !== undefined) return { kind: 'wrong', errors }
    const live = await liveValues(trx)
    const before = draft.value === null ? live : valuesOf(draft.value, live.name)
    if (JSON.stringify(before) === JSON.stringify(values)) return DONE
    const isAsLive = JSON.stringify(live) === JSON.stringify(values)
    const actor = editor.as('edit-site')
    await writeBrandDraft(trx, { value: isAsLive ? null : values, at: now, by: actor.userId })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'save-draft',
      entity: 'brand',
      entityId: 'draft',
      ...differing(before, values),
    })
    return DONE
  })
}

export function discardBrandDraft(
  { db }: NewsroomDesk,
  { version, editor, now }: Omit<By, 'mailFrom'> & { version: number },
): Promise<BrandOutcome> {
  return allOrNothing<BrandOutcome>(db, async (trx) => {
    const draft = await readBrandDraft(trx)
    if (draft.version !== version) return moved(draft, now)
    if (draft.value === null) return DONE
    const live = await liveValues(trx)
    const actor = editor.as('edit-site')
    await writeBrandDraft(trx, { value: null, at: now, by: actor.userId })
    const { before, after } = differing(valuesOf(draft.value, live.name), live)
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'discard-draft',
      entity: 'brand',
      entityId: 'draft',
      before,
      after,
    })
    return DONE
  })
}

export interface PublishedOn {
  number: number
  /** As the person saw it. It can also be changed with the provider. */
  name: string
}

export function publishBrandDraft(
  { db }: NewsroomDesk,
  { version, live: on, ...by }: By & { version: number; live: PublishedOn },
): Promise<BrandOutcome> {
  return allOrNothing<BrandOutcome>(db, async (trx) => {
    const draft = await readBrandDraft(trx)
    if (draft.version !== version) return moved(draft, by.now)
    const live = await liveValues(trx)
    const elsewhere = await movedLive(trx, { live, on, now: by.now })
    if (elsewhere !== undefined) return elsewhere
    if (draft.value === null) return { kind: 'moved', sentence: 'There is no draft to publish.' }
    const values = tidyBrand(valuesOf(draft.value, live.name))
    const outcome = await goLive(trx, { live, values, action: 'change', ...by })
    if (outcome.kind === 'done')
      await writeBrandDraft(trx, { value: null, at: by.now, by: by.editor.as('edit-site').userId })
    return outcome
  })
}

/** The draft stays. */
export function restoreBrand(
  { db }: NewsroomDesk,
  { number, live: on, ...by }: By & { number: number; live: PublishedOn },
): Promise<BrandOutcome> {
  return allOrNothing<BrandOutcome>(db, async (trx) => {
    const live = await liveValues(trx)
    const elsewhere = await movedLive(trx, { live, on, now: by.now })
    if (elsewhere !== undefined) return elsewhere
    const earlier = (await listBrands(trx)).find((brand) => brand.number === number)
    if (earlier === undefined)
      return { kind: 'moved', sentence: 'This brand is too old to be restored. Please choose another.' }
    const values = tidyBrand(valuesOf(earlier.value, live.name))
    return goLive(trx, { live, values, action: 'restore', ...by })
  })
}

async function goLive(
  trx: Transaction<DB>,
  {
    live,
    values,
    action,
    editor,
    now,
    mailFrom,
  }: By & { live: BrandValues; values: BrandValues; action: 'change' | 'restore' },
): Promise<BrandOutcome> {
  const errors = await wrongBrand(trx, values, { mailFrom })
  if (errors !== undefined) return { kind: 'wrong', errors }
  if (JSON.stringify(live) === JSON.stringify(values)) return DONE
  const actor = editor.as('edit-site')
  // What readers saw so far, so that the first brand can be undone, too.
  if ((await liveBrand(trx)) === undefined) await insertBrand(trx, { value: live, at: now, by: null })
  const number = await insertBrand(trx, { value: values, at: now, by: actor.userId })
  if (values.name !== live.name) {
    const provider = await readSetting(trx, 'provider')
    await writeSetting(trx, { key: 'provider', value: { ...provider.value, name: values.name }, at: now })
  }
  await recordChange(trx, {
    now,
    actor,
    action,
    entity: 'brand',
    entityId: number,
    before: brandFacts(live),
    after: brandFacts(values),
    shows: 'site',
  })
  return DONE
}

/** The name is the provider's, even if it was changed elsewhere. */
async function liveValues(db: Kysely<DB>): Promise<BrandValues> {
  const [brand, provider] = await Promise.all([liveBrand(db), readSetting(db, 'provider')])
  const name = typeof provider.value.name === 'string' ? provider.value.name : ''
  return { name, ...(brand === undefined ? STANDARD_LOOK : lookOf(brand.value)) }
}

function valuesOf(stored: unknown, liveName: string): BrandValues {
  const { name } = (stored ?? {}) as { name?: unknown }
  return { name: typeof name === 'string' ? name : liveName, ...lookOf(stored) }
}

function differing(before: BrandValues, after: BrandValues) {
  const [was, is] = [brandFacts(before), brandFacts(after)]
  const fields = Object.keys(is).filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
  const only = (facts: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field, facts[field]]))
  return { before: only(was), after: only(is) }
}

function moved({ value, savedAt, savedBy }: BrandDraftRow, now: Date): BrandOutcome {
  const who = savedBy ?? 'Someone else'
  const did = value === null ? 'published or discarded the draft' : 'saved the draft'
  const when = savedAt === null ? '' : ` ${secondsAgoWords(savedAt, now)}`
  return {
    kind: 'moved',
    sentence: `${who} ${did}${when}. Your changes were not saved, and nothing was overwritten.`,
  }
}

async function movedLive(
  trx: Transaction<DB>,
  { live, on, now }: { live: BrandValues; on: PublishedOn; now: Date },
): Promise<BrandOutcome | undefined> {
  const newest = await liveBrand(trx)
  if ((newest?.number ?? 0) !== on.number) {
    const who = newest?.publishedBy ?? 'Someone else'
    const when = newest === undefined ? '' : ` ${secondsAgoWords(newest.publishedAt, now)}`
    return {
      kind: 'moved',
      sentence: `${who} published another brand${when}. Look at the changes again before you publish.`,
    }
  }
  if (live.name === on.name) return undefined
  return {
    kind: 'moved',
    sentence: `The name was changed to “${live.name}” meanwhile. Look at the changes again before you publish.`,
  }
}
