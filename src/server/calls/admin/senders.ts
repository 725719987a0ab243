import {
  changeSender,
  listSenders,
  makeSender,
  readSender,
  removeSender,
  renewKey,
  type StoredSender,
} from '../../../accounts/senders/manage-senders.ts'
import type {
  ListedSender,
  SenderDelivery,
  SenderDetails,
  SenderSettings,
} from '../../../contract/admin/senders.ts'
import { TOKEN_NAME_LENGTH } from '../../../contract/admin/tokens.ts'
import { DELIVERY_OUTCOMES } from '../../../domain/senders/delivery.ts'
import { checkMapping } from '../../../domain/senders/mapping.ts'
import { SIGNATURES } from '../../../domain/senders/presets.ts'
import { tidyTyped } from '../../../domain/tidy-typed.ts'
import {
  listDeliveries,
  readDelivery,
  type StoredDelivery,
} from '../../../publishing/senders/read-deliveries.ts'
import {
  previewPayload,
  type ReceivingSender,
  receivePayload,
} from '../../../publishing/senders/receive-payload.ts'
import type { AccountContext } from '../../context.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Handlers, wrongFields } from '../asked.ts'

type SenderCall =
  | 'GET /api/admin/senders'
  | 'POST /api/admin/senders'
  | 'GET /api/admin/senders/:id'
  | 'POST /api/admin/senders/:id'
  | 'POST /api/admin/senders/:id/key'
  | 'POST /api/admin/senders/:id/remove'
  | 'POST /api/admin/senders/:id/preview'
  | 'GET /api/admin/sender-log'
  | 'GET /api/admin/senders/:id/deliveries/:delivery'
  | 'POST /api/admin/senders/:id/deliveries/:delivery/run'

const CAPABILITY = { capability: 'manage-tokens' } as const

export const senderHandlers: Handlers<SenderCall> = {
  'GET /api/admin/senders': async ({ context }) => ({
    data: (await listSenders(context.accounts.desk)).map(toListed),
  }),

  'POST /api/admin/senders': async ({ context, input: { name: typed, preset }, viewer, request }) => {
    const name = checkedName(typed)
    const actor = actorOf(viewer, { ...CAPABILITY, request })
    const made = await makeSender(context.accounts.desk, { name, preset, actor, now: context.clock() })
    if (made.kind === 'name-taken') throw nameTaken()
    return { data: { id: made.id, key: made.key } }
  },

  'GET /api/admin/senders/:id': async ({ context, input }) => ({ data: await detailsOf(context, input.id) }),

  'POST /api/admin/senders/:id': async ({ context, input, viewer, request }) => {
    const { id, version, name: typed, signing_secret: signingSecret, ...settings } = input
    const name = checkedName(typed)
    const { preset } = await sender(context, id)
    const errors = Object.fromEntries(
      Object.entries(checkMapping(settings.mapping)).map(([field, words]) => [`mapping.${field}`, words]),
    )
    if (signingSecret?.trim() === '') errors.signing_secret = 'Enter the secret, or remove it.'
    if (typeof signingSecret === 'string' && SIGNATURES[preset] === undefined)
      errors.signing_secret = 'This product doesn’t sign its requests.'
    if (Object.keys(errors).length > 0) throw wrongFields(errors)
    const changed = await changeSender(context.accounts.desk, {
      id,
      version,
      name,
      settings,
      signingSecret: signingSecret?.trim() ?? signingSecret,
      actor: actorOf(viewer, { ...CAPABILITY, request }),
      now: context.clock(),
    })
    switch (changed.kind) {
      case 'changed':
        return { data: await detailsOf(context, id) }
      case 'no-such-sender':
        throw noSuchSender(id)
      case 'conflict':
        throw new Fault('conflict')
      case 'name-taken':
        throw nameTaken()
    }
  },

  'POST /api/admin/senders/:id/key': async ({ context, input: { id }, viewer, request }) => {
    const actor = actorOf(viewer, { ...CAPABILITY, request })
    const key = await renewKey(context.accounts.desk, { id, actor, now: context.clock() })
    if (key === undefined) throw noSuchSender(id)
    return { data: { id, key } }
  },

  'POST /api/admin/senders/:id/remove': async ({ context, input: { id }, viewer, request }) => {
    const actor = actorOf(viewer, { ...CAPABILITY, request })
    if (!(await removeSender(context.accounts.desk, { id, actor, now: context.clock() })))
      throw noSuchSender(id)
    return null
  },

  'POST /api/admin/senders/:id/preview': async ({ context, input: { id, payload, ...settings } }) => {
    const stored = await sender(context, id)
    const errors = checkMapping(settings.mapping)
    if (Object.keys(errors).length > 0)
      return { data: { kind: 'read', incidents: [], more: 0, ignored: [], errors } }
    const previewed = { ...stored, ...settings }
    return {
      data: await previewPayload(context.newsroom.db, {
        sender: receivingSender(previewed),
        json: payload,
        now: context.clock(),
      }),
    }
  },

  'GET /api/admin/sender-log': async ({ context, input: { sender: senderId, outcome, before } }) => {
    const { deliveries, older } = await listDeliveries(context.newsroom.db, { senderId, outcome, before })
    return { data: deliveries.map(toDelivery), older }
  },

  'GET /api/admin/senders/:id/deliveries/:delivery': async ({ context, input }) => {
    const { payload, ...delivery } = await delivered(context, input)
    return { data: { ...toDelivery(delivery), payload } }
  },

  'POST /api/admin/senders/:id/deliveries/:delivery/run': async ({ context, input, viewer, request }) => {
    const stored = await sender(context, input.id)
    const { payload } = await delivered(context, input)
    if (payload === null)
      throw new Fault('conflict', {
        message: 'The payload of this delivery was deleted, so it can’t be run again.',
      })
    if (!stored.is_on)
      throw new Fault('conflict', { message: 'This sender is off. Switch it on first, then run this again.' })
    const { outcome, results } = await receivePayload(context.newsroom.db, {
      sender: receivingSender(stored),
      json: payload,
      actor: actorOf(viewer, { ...CAPABILITY, request }),
      now: context.clock(),
    })
    return { data: { outcome, results } }
  },
}

function checkedName(typed: string): string {
  const name = tidyTyped(typed, TOKEN_NAME_LENGTH)
  if (name === '') throw wrongFields({ name: 'Please give the sender a name.' })
  return name
}

function nameTaken() {
  return wrongFields({
    name: 'Another sender or API token has this name. Choose a different one, so the audit log can tell them apart.',
  })
}

function noSuchSender(id: number) {
  return new Fault('not-found', { message: `There is no sender ${id}.` })
}

async function sender({ accounts }: AccountContext, id: number): Promise<StoredSender> {
  const found = await readSender(accounts.desk, id)
  if (found === undefined) throw noSuchSender(id)
  return found
}

async function detailsOf(context: AccountContext, id: number): Promise<SenderDetails> {
  const found = await sender(context, id)
  const { tokenId: _, lastAt: __, lastOutcome: ___, hasSigningSecret, ...rest } = found
  return { ...rest, ...toListed(found), has_signing_secret: hasSigningSecret }
}

function toListed({
  id,
  name,
  preset,
  hint,
  is_on,
  publishes,
  notifies,
  lastAt,
  lastOutcome,
}: StoredSender): ListedSender {
  return {
    id,
    name,
    preset,
    hint,
    is_on,
    publishes,
    notifies,
    last_at: lastAt?.toISOString() ?? null,
    last_outcome: DELIVERY_OUTCOMES.find((outcome) => outcome === lastOutcome) ?? null,
  }
}

async function delivered({ newsroom }: AccountContext, { id, delivery }: { id: number; delivery: number }) {
  const found = await readDelivery(newsroom.db, { senderId: id, id: delivery })
  if (found === undefined)
    throw new Fault('not-found', {
      message: 'This is no longer in the log. Entries are deleted after 30 days.',
    })
  return found
}

function toDelivery({
  id,
  sender: from,
  at,
  bytes,
  outcome,
  results,
  hasPayload,
}: StoredDelivery): SenderDelivery {
  return { id, sender: from, at: at.toISOString(), bytes, outcome, results, has_payload: hasPayload }
}

export function receivingSender(
  of: SenderSettings & Pick<StoredSender, 'id' | 'tokenId' | 'name'>,
): ReceivingSender {
  return {
    id: of.id,
    tokenId: of.tokenId,
    name: of.name,
    isOn: of.is_on,
    publishes: of.publishes,
    notifies: of.notifies,
    defaults: {
      clouds: of.clouds,
      services: of.services,
      dataCenters: of.data_centers,
      severityTid: of.severity_tid ?? undefined,
    },
    mapping: of.mapping,
  }
}
