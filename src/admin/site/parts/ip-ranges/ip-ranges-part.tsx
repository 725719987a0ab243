import { useState } from 'react'
import type { IpRange } from '../../../../contract/admin/site/ip-ranges.ts'
import { LONGEST_NOTE } from '../../../../domain/ip-ranges/range-note.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import { counted } from '../../../../ui/parts/words.ts'
import { Moment } from '../../../../ui/times/moment.tsx'
import { showToast } from '../../../../ui/toast/toast.ts'
import { Chip } from '../../../parts/chip.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { FilterBar } from '../../../parts/filter-bar.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { showUndo } from '../../../parts/show-undo.tsx'
import { InputField } from '../../../parts/text-fields.tsx'
import { useQuery } from '../../../parts/use-query.ts'
import { useStaffAnswer } from '../../../parts/use-staff-answer.ts'
import { SiteScreenFrame } from '../../frame/site-screen-frame.tsx'
import { useRows } from '../../noun/use-rows.ts'
import { AddRange } from './add-range.tsx'
import styles from './ip-ranges-part.module.css'
import { PasteRanges } from './paste-ranges.tsx'

type Doing =
  | { kind: 'add'; center: number | undefined }
  | { kind: 'paste'; center: number | undefined }
  | { kind: 'note'; range: IpRange }
  | { kind: 'remove'; range: IpRange }

export function IpRangesPart() {
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/site/ip-ranges', {
    input: {},
    because: '',
  })
  const centersRead = useRows('data-centers')
  const centers = centersRead.rows
  const { query, change } = useQuery(['q'])
  const words = query.q
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const centerName = (tid: number) => centers.find(({ id }) => id === tid)?.name ?? String(tid)

  function groupsOf(ranges: readonly IpRange[]): CenterWithRanges[] {
    const looked = words.toLowerCase()
    return centers
      .map(({ id, name, city, country_code, is_retired }) => {
        const isCenterMeant = `${name} ${city} ${country_code}`.toLowerCase().includes(looked)
        const own = ranges.filter((range) => range.data_center_tid === id)
        return {
          tid: id,
          name,
          place: `${city}, ${country_code}`,
          isRetired: is_retired,
          ranges: own.filter(
            ({ prefix, note }) => isCenterMeant || `${prefix} ${note}`.toLowerCase().includes(looked),
          ),
        }
      })
      .filter((group) => group.ranges.length > 0)
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  }

  return (
    <SiteScreenFrame
      title="IP ranges"
      lead="Addresses that data center traffic comes from. Customers’ firewalls follow this list: a change appears on the site, in its files and in its feed immediately."
      actions={
        <>
          <button
            type="button"
            className="button"
            onClick={() => setDoing({ kind: 'add', center: undefined })}
          >
            Add a range
          </button>
          <button
            type="button"
            className="button primary"
            onClick={() => setDoing({ kind: 'paste', center: undefined })}
          >
            Paste a list
          </button>
        </>
      }
    >
      <Loaded
        // Ranges are grouped by data center, so both are needed.
        called={centersRead.called?.kind === 'done' ? called : centersRead.called}
        onRetry={() => {
          centersRead.reload()
          reload()
        }}
        lines={10}
      >
        {({ data }) => {
          if (data.length === 0) {
            return (
              <EmptyState title="There are no IP ranges yet.">
                Paste your list, or add ranges one by one.
              </EmptyState>
            )
          }
          const groups = groupsOf(data)
          const shown = groups.flatMap(({ ranges }) => ranges).length
          return (
            <>
              <FilterBar
                isFiltered={words !== ''}
                onClear={() => change({ q: '' })}
                summary={`${counted(shown, 'range')} in ${counted(groups.length, 'data center')}`}
              >
                <SearchBox
                  label="Prefix, note or data center"
                  value={words}
                  onSearch={(typed) => change({ q: typed }, { isTyped: true })}
                />
              </FilterBar>
              {groups.length === 0 && <EmptyState title="No range matches." />}
              <RangeGroups
                groups={groups}
                isStale={isStale}
                onAdd={(center) => setDoing({ kind: 'add', center })}
                onReplace={(center) => setDoing({ kind: 'paste', center })}
                onNote={(range) => setDoing({ kind: 'note', range })}
                onRemove={(range) => setDoing({ kind: 'remove', range })}
              />
            </>
          )
        }}
      </Loaded>
      {doing?.kind === 'add' && (
        <AddRange centers={centers} center={doing.center} onAdded={reload} onClose={close} />
      )}
      {doing?.kind === 'paste' && (
        <PasteRanges centers={centers} center={doing.center} onDone={reload} onClose={close} />
      )}
      {doing?.kind === 'note' && <ChangeNote range={doing.range} onSaved={reload} onClose={close} />}
      {doing?.kind === 'remove' && (
        <ConfirmDialog
          question={`Remove ${doing.range.prefix} from ${centerName(doing.range.data_center_tid)}?`}
          yes="Remove"
          busyYes="Removing…"
          onYes={async () => {
            const { id, prefix } = doing.range
            const removed = await callAccount('POST /api/admin/site/ip-ranges/:range/remove', { range: id })
            reload()
            if (removed.kind === 'refused') return removed
            showToast(`${prefix} was removed.`)
            return undefined
          }}
          onClose={close}
        >
          <p>Firewalls that follow the list will block it. The history still shows that it was here.</p>
        </ConfirmDialog>
      )}
    </SiteScreenFrame>
  )
}

function ChangeNote({
  range,
  onSaved,
  onClose,
}: {
  range: IpRange
  onSaved: () => void
  onClose: () => void
}) {
  const [note, setNote] = useState(range.note)
  return (
    <ConfirmDialog
      question={`Note on ${range.prefix}`}
      yes="Save"
      busyYes="Saving…"
      isHarmless
      onYes={async () => {
        const saved = await save(range.note, note)
        onSaved()
        if (saved.kind === 'refused') return saved
        const now = saved.answer.data.note
        if (now === range.note) return undefined
        showUndo(`The note on ${range.prefix} was saved.`, async () => {
          const undone = await save(now, range.note)
          onSaved()
          return undone.kind === 'refused' ? undone : undefined
        })
        return undefined
      }}
      onClose={onClose}
    >
      <InputField
        label="Note"
        hint="Everyone can read it."
        value={note}
        maxLength={LONGEST_NOTE}
        onChange={setNote}
      />
    </ConfirmDialog>
  )

  function save(was: string, next: string) {
    return callAccount('POST /api/admin/site/ip-ranges/:range/note', { range: range.id, was, note: next })
  }
}

interface CenterWithRanges {
  tid: number
  name: string
  place: string
  isRetired: boolean
  ranges: readonly IpRange[]
}

function RangeGroups({
  groups,
  isStale,
  onAdd,
  onReplace,
  onNote,
  onRemove,
}: {
  groups: readonly CenterWithRanges[]
  isStale: boolean
  onAdd: (center: number) => void
  onReplace: (center: number) => void
  onNote: (range: IpRange) => void
  onRemove: (range: IpRange) => void
}) {
  return (
    <div className={styles.groups} aria-busy={isStale || undefined}>
      {groups.map(({ tid, name, place, isRetired, ranges }) => (
        <section key={tid} className={styles.group} aria-label={`IP ranges of ${name}`}>
          <header className={styles.head}>
            <h2>{name}</h2>
            <p>
              {place} · {counted(ranges.length, 'range')}
            </p>
            {isRetired && <Chip tone="degradation">Retired, but still in the list</Chip>}
            <div className={styles.actions}>
              {!isRetired && (
                <button type="button" className="linkLike" onClick={() => onAdd(tid)}>
                  Add<span className="hidden"> a range to {name}</span>
                </button>
              )}
              <button type="button" className="linkLike" onClick={() => onReplace(tid)}>
                Replace list<span className="hidden"> of {name}</span>
              </button>
            </div>
          </header>
          <ul>
            {ranges.map((range) => (
              <li key={range.id} className={styles.range}>
                <code>{range.prefix}</code>
                <span className={styles.note}>
                  <bdi>{range.note}</bdi>
                </span>
                <span className={styles.added}>
                  Since <Moment at={range.added_on} precision="minute" />
                </span>
                <span className={styles.actions}>
                  <button type="button" className="linkLike" onClick={() => onNote(range)}>
                    Change note<span className="hidden"> on {range.prefix}</span>
                  </button>
                  <button type="button" className="linkLike" onClick={() => onRemove(range)}>
                    Remove<span className="hidden"> {range.prefix}</span>
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
