import { useRef, useState } from 'react'
import type { SelectedRecord } from '../../contract/admin/record-lists.ts'
import type { RecordRow } from '../../contract/admin/records.ts'
import type { RowSelection } from '../parts/data-table.tsx'

export interface SelectedRecords {
  /** With the versions that were on the screen when they were selected. */
  records: readonly SelectedRecord[]
  select: (records: readonly SelectedRecord[]) => void
  clear: () => void
  onPage: (rows: readonly RecordRow[]) => RowSelection<RecordRow>
}

/** A change of `because`, the filters, clears the selection. */
export function useSelectedRecords(because: string): SelectedRecords {
  const [kept, setKept] = useState({ because, records: NONE })
  const last = useRef<number>(undefined)
  const records = kept.because === because ? kept.records : NONE
  const set = (next: ReadonlyMap<number, SelectedRecord>) => setKept({ because, records: next })

  function change(rows: readonly RecordRow[], isSelected: boolean) {
    const next = new Map(records)
    for (const { id, version, title } of rows) {
      if (isSelected) next.set(id, { id, version, title })
      else next.delete(id)
    }
    set(next)
  }

  return {
    records: [...records.values()],
    select: (found) => set(new Map(found.map((record) => [record.id, record]))),
    clear: () => set(NONE),
    onPage(rows) {
      const offered = rows.filter(({ can_edit }) => can_edit)
      const count = offered.filter(({ id }) => records.has(id)).length
      return {
        isOffered: ({ can_edit }) => can_edit,
        has: ({ id }) => records.has(id),
        label: ({ title, id }) => `Select ${title || `the record without a title, no. ${id}`}`,
        onSelect(row, { isSelected, isRange }) {
          const from = offered.findIndex(({ id }) => id === last.current)
          const to = offered.findIndex(({ id }) => id === row.id)
          last.current = row.id
          const isKnown = isRange && from >= 0 && to >= 0
          change(isKnown ? offered.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isSelected)
        },
        all: {
          isSelected: offered.length > 0 && count === offered.length,
          isPartly: count > 0 && count < offered.length,
          onSelect: (isSelected) => change(offered, isSelected),
        },
      }
    },
  }
}

const NONE: ReadonlyMap<number, SelectedRecord> = new Map()
