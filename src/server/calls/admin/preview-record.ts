import { takeAttempt } from '../../../accounts/throttle/throttle.ts'
import { testDraft } from '../../../delivery/channels/test-draft.ts'
import { previewMail } from '../../../delivery/email/preview-mail.ts'
import { THROTTLE_LIMITS } from '../../../domain/account/throttle-limits.ts'
import type { Actor } from '../../../domain/actor.ts'
import { UTC } from '../../../domain/format-time.ts'
import type { MayEdit } from '../../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../../domain/newsroom/record-content.ts'
import type { Publication } from '../../../domain/notifying/publication.ts'
import { type Edition, editionWith, type SiteCloud } from '../../../edition/edition.ts'
import type { EditionRecord } from '../../../edition/edition-record.ts'
import { lookAtContent } from '../../../publishing/records/look-at-content.ts'
import { noteTest } from '../../../publishing/records/note-test.ts'
import { type AccountContext, heldEdition } from '../../context.ts'
import { Fault, throttledFault } from '../../http/faults.ts'
import { previewAddress, previewDocument } from '../../render/preview-document.ts'
import { wrongFields } from '../asked.ts'
import { editFault } from '../record-faults.ts'

interface Looking {
  recordId: number
  content: RecordContent
  view: 'page' | 'timeline' | 'mail'
  cloud: string | undefined
  mayEdit: MayEdit
}

export async function previewRecord(context: AccountContext, looking: Looking): Promise<string> {
  const { recordId, content, view, cloud, mayEdit } = looking
  const now = context.clock()
  const look = await lookAtContent(context.newsroom.db, { recordId, content, mayEdit, now })
  if (look.kind !== 'seen') throw editFault(look)
  return previewSeen(context, { ...look, recordId, view, cloud })
}

interface Seen extends Pick<Looking, 'recordId' | 'view' | 'cloud'> {
  rows: Parameters<typeof editionWith>[1]
  publication: Publication
}

export async function previewSeen(context: AccountContext, seen: Seen): Promise<string> {
  const { recordId, view, rows, publication } = seen
  const now = context.clock()
  const held = heldEdition(context).edition
  if (view === 'mail') {
    const { provider } = held.site
    return previewMail(publication, {
      zone: UTC,
      site: { provider, publicUrl: context.config.publicUrl },
    })
  }
  const edition = editionWith(held, rows)
  const record = edition.records.byId.get(recordId)
  if (record === undefined) throw new Error(`Record ${recordId} is not in the edition that it was put into`)
  const cloud = cloudToShow(edition, record, seen.cloud)
  const address = previewAddress(edition, { record, cloud, view, now })
  if (address === undefined)
    throw new Fault('wrong-input', { message: `The menu of ${cloud.title} has no page that shows this.` })
  return previewDocument(context, edition, address)
}

interface Testing extends Pick<Looking, 'recordId'> {
  channels: readonly number[]
  uid: number
  actor: Actor
}

export async function testRecord(
  context: AccountContext,
  { content, mayEdit, ...testing }: Testing & Pick<Looking, 'content' | 'mayEdit'>,
) {
  const now = context.clock()
  const { recordId } = testing
  const look = await lookAtContent(context.newsroom.db, { recordId, content, mayEdit, now })
  if (look.kind !== 'seen') throw editFault(look)
  return testSeen(context, { ...testing, publication: look.publication })
}

/** Counts against the limit of channel tests, once per channel. */
export async function testSeen(context: AccountContext, of: Testing & Pick<Seen, 'publication'>) {
  const { recordId, publication, channels, uid, actor } = of
  const { accounts, delivery, newsroom, config } = context
  const now = context.clock()
  for (const _ of channels) {
    const attempt = { limit: THROTTLE_LIMITS.channelTestsPerAccount, subject: String(uid), now }
    const verdict = await takeAttempt(accounts.desk.db, attempt)
    if (verdict.kind === 'throttled') throw throttledFault(verdict)
  }
  const { provider } = heldEdition(context).edition.site
  const tested = await testDraft(delivery, {
    userId: uid,
    channelIds: channels,
    publication,
    site: { provider, publicUrl: config.publicUrl },
    now,
  })
  switch (tested.kind) {
    case 'tested':
      await noteTest(newsroom.db, { recordId, channels: tested.results.map(({ kind }) => kind), actor, now })
      return tested.results.map(({ channelId, kind, hasArrived, message }) => ({
        channel: channelId,
        kind,
        has_arrived: hasArrived,
        message,
      }))
    case 'not-verified':
      throw new Fault('not-allowed', { message: tested.message })
    case 'not-there':
      throw new Fault('not-found', { message: 'This channel doesn’t exist.' })
  }
}

function cloudToShow(
  { site: { clouds } }: Edition,
  { kind, clouds: concerned }: Pick<EditionRecord, 'kind' | 'clouds'>,
  asked: string | undefined,
): SiteCloud {
  const named = clouds.find(({ machine_name }) => machine_name === asked)
  if (asked !== undefined && named === undefined)
    throw new Fault('not-found', { message: `There is no cloud "${asked}".` })
  const first =
    clouds.find(({ id }) => concerned.includes(id)) ?? (kind === 'notification' ? clouds[0] : undefined)
  const cloud = named ?? first
  if (cloud === undefined) throw wrongFields({ clouds: 'Choose a cloud to see how it looks there.' })
  return cloud
}
