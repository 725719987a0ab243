import { useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { BrandDesk } from '../../../../contract/admin/site/brand.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import type { Refusal } from '../../../../ui/forms/posted.ts'
import { Moment } from '../../../../ui/times/moment.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { showUndo } from '../../../parts/show-undo.tsx'
import { useStaffAnswer } from '../../../parts/use-staff-answer.ts'
import { SpecForm } from '../../form/spec-form.tsx'
import { UnsavedGuard } from '../../form/unsaved-guard.tsx'
import { type FormSaveOutcome, useEditing, type Versioned } from '../../form/use-editing.ts'
import { SiteScreenFrame } from '../../frame/site-screen-frame.tsx'
import { type BrandForm, brandFields } from './brand-fields.tsx'
import styles from './brand-part.module.css'
import { BrandPreview } from './brand-preview.tsx'

/** Z-04 */
export function BrandPart() {
  const { called, reload } = useStaffAnswer('GET /api/admin/site/brand', { input: {}, because: '' })
  return (
    <SiteScreenFrame
      title="Brand"
      lead="How the site looks, and who its mail is from. Readers don’t see a draft until you publish it."
    >
      <Loaded called={called} onRetry={reload}>
        {({ data }) => <BrandEditor loaded={data} />}
      </Loaded>
    </SiteScreenFrame>
  )
}

/** The header of this page shows the brand, too, as soon as the process that answers has the new edition. */
const READ_AGAIN_AFTER_MS = [300, 1_500, 4_000]

type Asking = { kind: 'publish' } | { kind: 'discard' } | { kind: 'restore'; number: number }

function BrandEditor({ loaded }: { loaded: BrandDesk }) {
  const [desk, setDesk] = useState(loaded)
  const [asking, setAsking] = useState<Asking>()
  const [movedBy, setMovedBy] = useState<string>()
  const { revalidate } = useRevalidator()
  const fields = useMemo(() => brandFields(desk.mail_from), [desk.mail_from])
  const editing = useEditing<BrandForm>({ start: startOf(desk), save })

  async function save(values: BrandForm, version: number | string): Promise<FormSaveOutcome<BrandForm>> {
    const saved = await callAccount('POST /api/admin/site/brand/draft', { version: Number(version), values })
    if (saved.kind === 'refused') {
      if (saved.status !== 409) return saved
      setMovedBy(saved.message)
      return readTheirs()
    }
    setMovedBy(undefined)
    setDesk(saved.answer.data)
    return { kind: 'saved', now: startOf(saved.answer.data) }
  }

  async function readTheirs(): Promise<FormSaveOutcome<BrandForm>> {
    const read = await callAccount('GET /api/admin/site/brand', {})
    if (read.kind === 'refused') return read
    setDesk(read.answer.data)
    return { kind: 'conflict', theirs: startOf(read.answer.data) }
  }

  /** What others did appears at once, even if this was refused because of it. */
  async function settle(called: Awaited<ReturnType<typeof publish>>): Promise<Refusal | undefined> {
    if (called.kind === 'done') {
      setDesk(called.answer.data)
      for (const ms of READ_AGAIN_AFTER_MS) setTimeout(revalidate, ms)
      return undefined
    }
    const read = await callAccount('GET /api/admin/site/brand', {})
    if (read.kind === 'done') setDesk(read.answer.data)
    return called
  }

  function publish(of: BrandDesk) {
    return callAccount('POST /api/admin/site/brand/publish', { version: of.draft.version, live: liveOf(of) })
  }

  async function onPublish(): Promise<Refusal | undefined> {
    const called = await publish(desk)
    const refusal = await settle(called)
    if (called.kind === 'done') offerUndo('The brand was published.', called.answer.data)
    return refusal
  }

  async function onDiscard(): Promise<Refusal | undefined> {
    return settle(await callAccount('POST /api/admin/site/brand/discard', { version: desk.draft.version }))
  }

  async function onRestore(number: number): Promise<Refusal | undefined> {
    const called = await callAccount('POST /api/admin/site/brand/restore', { number, live: liveOf(desk) })
    const refusal = await settle(called)
    if (called.kind === 'done') offerUndo('The earlier brand is live again.', called.answer.data)
    return refusal
  }

  function offerUndo(words: string, after: BrandDesk) {
    const [before] = after.earlier
    if (before === undefined) return
    showUndo(words, async () =>
      settle(
        await callAccount('POST /api/admin/site/brand/restore', {
          number: before.number,
          live: liveOf(after),
        }),
      ),
    )
  }

  /** The typed values become the draft first, so that exactly what was seen is published. */
  async function askToPublish() {
    if (editing.isDirty) {
      const refusal = await editing.sendAs(editing.values)
      if (refusal !== undefined) return editing.refuse(refusal)
    }
    setAsking({ kind: 'publish' })
  }

  const { draft, live, earlier } = desk
  const restored =
    asking?.kind === 'restore' ? earlier.find(({ number }) => number === asking.number) : undefined
  return (
    <div className={styles.brand}>
      <UnsavedGuard isDirty={editing.isDirty} />
      <div className={styles.form}>
        <div className={styles.standing}>
          <p>
            {live.published_at === null ? (
              'Readers see the standard look.'
            ) : (
              <>
                Live since <Moment at={live.published_at} />
                {live.published_by !== null && <>, published by {live.published_by}</>}.
              </>
            )}{' '}
            {draft.values !== null && draft.saved_at !== null && (
              <>
                <strong>Draft, not published:</strong> saved <Moment at={draft.saved_at} />
                {draft.saved_by !== null && <> by {draft.saved_by}</>}.
              </>
            )}
          </p>
          {(draft.values !== null || editing.isDirty) && editing.theirs === undefined && (
            <div className={styles.acts}>
              <button type="button" className="button primary" onClick={() => void askToPublish()}>
                Publish…
              </button>
              {draft.values !== null && (
                <button type="button" className="button" onClick={() => setAsking({ kind: 'discard' })}>
                  Discard draft…
                </button>
              )}
            </div>
          )}
        </div>
        {movedBy !== undefined && editing.theirs !== undefined && <p className={styles.moved}>{movedBy}</p>}
        <SpecForm label="Brand" editing={editing} fields={fields} saveWords="Save draft" />
        <EarlierBrands
          earlier={earlier}
          since={live.published_at}
          onRestore={(number) => setAsking({ kind: 'restore', number })}
        />
      </div>
      <BrandPreview values={editing.values} />
      {asking?.kind === 'publish' && (
        <ConfirmDialog
          question="Publish this brand?"
          yes="Publish"
          busyYes="Publishing…"
          isHarmless
          onYes={onPublish}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {draft.changes.length === 0
              ? 'There are no changes to what readers see.'
              : 'Readers will see this within seconds. You can undo it afterward.'}
          </p>
          <Changes changes={draft.changes} />
        </ConfirmDialog>
      )}
      {asking?.kind === 'discard' && (
        <ConfirmDialog
          question="Discard the draft?"
          yes="Discard draft"
          busyYes="Discarding…"
          onYes={onDiscard}
          onClose={() => setAsking(undefined)}
        >
          <p>These changes are lost. What readers see stays as it is.</p>
          <Changes changes={draft.changes} />
        </ConfirmDialog>
      )}
      {restored !== undefined && (
        <ConfirmDialog
          question="Restore this brand?"
          yes="Restore"
          busyYes="Restoring…"
          isHarmless
          onYes={() => onRestore(restored.number)}
          onClose={() => setAsking(undefined)}
        >
          <p>Readers will see it within seconds. The draft, if there is one, stays.</p>
          <Changes changes={restored.changes} />
        </ConfirmDialog>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: readonly string[] }) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map((sentence) => (
        <li key={sentence} dir="auto">
          {sentence}
        </li>
      ))}
    </ul>
  )
}

function EarlierBrands({
  earlier,
  since,
  onRestore,
}: {
  earlier: BrandDesk['earlier']
  /** When the next version was published. */
  since: string | null
  onRestore: (number: number) => void
}) {
  if (earlier.length === 0) return null
  return (
    <section className={styles.earlier}>
      <h2>Earlier brands</h2>
      <ul>
        {earlier.map(({ number, published_by: by, changes }, index) => (
          <li key={number}>
            <div>
              <p>
                Number {number}, until <Moment at={earlier[index - 1]?.published_at ?? since ?? ''} />
                {by !== null && <>, published by {by}</>}
              </p>
              <p className={styles.difference} dir="auto">
                {changes.length === 0 ? 'The same as now.' : `Restoring: ${changes.join(' ')}`}
              </p>
            </div>
            {changes.length > 0 && (
              <button type="button" className="button" onClick={() => onRestore(number)}>
                Restore…<span className="hidden"> number {number}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function startOf({ draft, live }: BrandDesk): Versioned<BrandForm> {
  return { values: draft.values ?? live.values, version: draft.version }
}

function liveOf({ live }: BrandDesk) {
  return { number: live.number, name: live.values.name }
}
