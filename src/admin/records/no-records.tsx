import { EmptyState } from '../parts/empty-state.tsx'

export function NoRecords({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState title="Nothing has been written yet" />
  return (
    <EmptyState
      title="No record is like that"
      action={
        <button type="button" className="button" onClick={onClear}>
          Show all records
        </button>
      }
    >
      <p>Fewer words or another filter may find more.</p>
    </EmptyState>
  )
}
