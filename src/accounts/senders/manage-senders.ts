import type { Kysely, Transaction } from 'kysely'
import type { SenderSettings } from '../../contract/admin/senders.ts'
import { insertToken, markRevoked } from '../../db/api-tokens.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { isTakenMeanwhile } from '../../db/is-taken-meanwhile.ts'
import {
  deleteSender,
  findSenderOfToken,
  findSenderRow,
  insertSender,
  renameToken,
  replaceTokenKey,
  type SenderRow,
  selectSenders,
  updateSender,
} from '../../db/senders.ts'
import type { Actor } from '../../domain/actor.ts'
import type { SenderMapping } from '../../domain/senders/mapping.ts'
import { MAPPING_OF_PRESET, SENDER_PRESETS, type SenderPreset } from '../../domain/senders/presets.ts'
import type { AccountsDesk } from '../accounts.ts'
import { hashOfSecret, newSecret } from '../secret.ts'
import { HINT_CHARACTERS } from '../tokens/make-token.ts'
import { TOKEN_PREFIX } from '../tokens/token-of-header.ts'

/**
 * No API call accepts this scope: the key of a sender only delivers alerts, in the way that its settings
 * define.
 */
const SCOPE_OF_SENDERS = 'sender'

export interface StoredSender extends SenderSettings {
  id: number
  tokenId: number
  name: string
  preset: SenderPreset
  hint: string
  version: number
  hasSigningSecret: boolean
  lastAt: Date | null
  lastOutcome: string | null
}

export async function listSenders({ db }: Pick<AccountsDesk, 'db'>): Promise<StoredSender[]> {
  return (await selectSenders(db).execute()).map(toStored)
}

export async function readSender(
  { db }: Pick<AccountsDesk, 'db'>,
  id: number,
): Promise<StoredSender | undefined> {
  const row = await findSenderRow(db, id)
  return row === undefined ? undefined : toStored(row)
}

function toStored(
  row: Omit<SenderRow, 'hint' | 'last_at' | 'last_outcome'> & Partial<SenderRow>,
): StoredSender {
  return {
    id: row.id,
    tokenId: row.token_id,
    name: row.name,
    preset: SENDER_PRESETS.find((preset) => preset === row.preset) ?? 'other',
    hint: row.hint ?? '',
    is_on: row.is_on,
    publishes: row.publishes,
    notifies: row.notifies,
    clouds: row.clouds,
    services: row.services,
    data_centers: row.data_centers,
    severity_tid: row.severity_tid,
    // Older rows lack fields that a later release added.
    mapping: { ...MAPPING_OF_PRESET.other, ...(row.mapping as unknown as SenderSettings['mapping']) },
    version: row.version,
    hasSigningSecret: row.signing_secret !== null,
    lastAt: row.last_at ?? null,
    lastOutcome: row.last_outcome ?? null,
  }
}

export type FoundSender =
  | { kind: 'found'; sender: StoredSender; signingSecret: string | null }
  | { kind: 'not-a-sender' }
  | { kind: 'locked'; sender: StoredSender }

export async function senderOfToken(
  { db, vault }: Pick<AccountsDesk, 'db' | 'vault'>,
  tokenId: number,
): Promise<FoundSender> {
  const row = await findSenderOfToken(db, tokenId)
  if (row === undefined) return { kind: 'not-a-sender' }
  const sender = toStored(row)
  if (row.signing_secret === null) return { kind: 'found', sender, signingSecret: null }
  const signingSecret = vault.open(row.signing_secret, placeOfSecret(row.id))
  return signingSecret === undefined ? { kind: 'locked', sender } : { kind: 'found', sender, signingSecret }
}

function placeOfSecret(id: number) {
  return { table: 'senders', column: 'signing_secret', row: id }
}

interface Acting {
  actor: Actor
  now: Date
}

export type MadeSender = { kind: 'made'; id: number; key: string } | { kind: 'name-taken' }

/** Off at first: its first payloads are logged, so that the mapping can be tried on them. */
export function makeSender(
  { db }: Pick<AccountsDesk, 'db'>,
  { name, preset, actor, now }: Acting & { name: string; preset: SenderPreset },
): Promise<MadeSender> {
  const { key, hint, tokenHash } = newKey()
  return db.transaction().execute(async (trx) => {
    const tokenId = await insertToken(trx, {
      name,
      token_hash: tokenHash,
      hint,
      scopes: [SCOPE_OF_SENDERS],
      created_by: actor.userId,
      created_at: now,
    })
    if (tokenId === undefined) return { kind: 'name-taken' }
    const settings = {
      is_on: false,
      publishes: false,
      notifies: false,
      clouds: [],
      services: [],
      data_centers: [],
      severity_tid: null,
    }
    const mapping = JSON.stringify(MAPPING_OF_PRESET[preset])
    const id = await insertSender(trx, { ...settings, token_id: tokenId, preset, mapping, created_at: now })
    const after = { name, preset, hint, ...settings }
    await audit(trx, { actor, now, id, action: 'make-sender', before: null, after })
    return { kind: 'made', id, key }
  })
}

function newKey() {
  const key = `${TOKEN_PREFIX}${newSecret()}`
  return { key, hint: key.slice(0, HINT_CHARACTERS), tokenHash: hashOfSecret(key) }
}

export type ChangedSender =
  | { kind: 'changed' }
  | { kind: 'no-such-sender' }
  | { kind: 'conflict' }
  | { kind: 'name-taken' }

export function changeSender(
  { db, vault }: Pick<AccountsDesk, 'db' | 'vault'>,
  {
    id,
    version,
    name,
    signingSecret,
    settings,
    actor,
    now,
  }: Acting & {
    id: number
    version: number
    name: string
    settings: SenderSettings
    /** Undefined keeps the current one. */
    signingSecret: string | null | undefined
  },
): Promise<ChangedSender> {
  return db
    .transaction()
    .execute(async (trx): Promise<ChangedSender> => {
      const before = await readSender({ db: trx }, id)
      if (before === undefined) return { kind: 'no-such-sender' }
      const { mapping, ...rest } = settings
      const isChanged = await updateSender(
        trx,
        { id, version },
        {
          ...rest,
          mapping: JSON.stringify(mapping),
          ...(signingSecret !== undefined && {
            signing_secret: signingSecret === null ? null : vault.seal(signingSecret, placeOfSecret(id)),
          }),
        },
      )
      if (!isChanged) return { kind: 'conflict' }
      if (!(await renameToken(trx, { id: before.tokenId, name }))) throw new NameTaken()
      const { before: was, after } = changesOf(before, { ...settings, name })
      const isSigned = signingSecret === undefined ? before.hasSigningSecret : signingSecret !== null
      await audit(trx, {
        actor,
        now,
        id,
        action: 'change-sender',
        before: { ...was, ...(signingSecret !== undefined && { is_signed: before.hasSigningSecret }) },
        after: { ...after, ...(signingSecret !== undefined && { is_signed: isSigned }) },
      })
      return { kind: 'changed' }
    })
    .catch((error: unknown) => {
      if (error instanceof NameTaken || isTakenMeanwhile(error, 'api_tokens_name_unique'))
        return { kind: 'name-taken' }
      throw error
    })
}

class NameTaken extends Error {}

type Changeable = SenderSettings & { name: string }

function changesOf(before: Changeable, after: Changeable) {
  const fields = [...Object.keys(after).filter((field) => field !== 'mapping')] as (keyof Changeable)[]
  const changed = fields.filter((field) => !isSame(before[field], after[field]))
  const mapped = (Object.keys(after.mapping) as (keyof SenderMapping)[]).filter(
    (field) => !isSame(before.mapping[field], after.mapping[field]),
  )
  const of = (one: Changeable) => ({
    ...Object.fromEntries(changed.map((field) => [field, one[field]])),
    ...(mapped.length > 0 && {
      mapping: Object.fromEntries(mapped.map((field) => [field, one.mapping[field]])),
    }),
  })
  return { before: of(before), after: of(after) }
}

function isSame(a: unknown, b: unknown) {
  return JSON.stringify(a) === JSON.stringify(b)
}

export function renewKey(
  { db }: Pick<AccountsDesk, 'db'>,
  { id, actor, now }: Acting & { id: number },
): Promise<string | undefined> {
  const { key, hint, tokenHash } = newKey()
  return db.transaction().execute(async (trx) => {
    const sender = await readSender({ db: trx }, id)
    if (sender === undefined) return undefined
    await replaceTokenKey(trx, { id: sender.tokenId, tokenHash, hint })
    const change = { before: { hint: sender.hint }, after: { hint } }
    await audit(trx, { actor, now, id, action: 'renew-sender-key', ...change })
    return key
  })
}

export function removeSender(
  { db }: Pick<AccountsDesk, 'db'>,
  { id, actor, now }: Acting & { id: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const tokenId = await deleteSender(trx, id)
    if (tokenId === undefined) return false
    const name = await markRevoked(trx, { id: tokenId, at: now })
    await audit(trx, { actor, now, id, action: 'remove-sender', before: { name: name ?? null }, after: null })
    return true
  })
}

function audit(
  trx: Transaction<DB>,
  of: Acting & {
    id: number
    action: string
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  },
) {
  const { now, id, ...entry } = of
  return insertAudit(trx, { ...entry, at: now, entity: 'sender', entityId: id })
}

export async function isKeyOfSender(db: Kysely<DB>, tokenId: number): Promise<boolean> {
  return (await findSenderOfToken(db, tokenId)) !== undefined
}
