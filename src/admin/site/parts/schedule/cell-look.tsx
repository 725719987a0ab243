import type { ScheduleRowValues } from '../../../../contract/admin/site/schedules.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'

type Look = ScheduleRowValues['cells'][number]['class_name']

const WORDS: Record<Look, string> = {
  '': 'Nothing special',
  none: 'No updates',
  window: 'Usual window',
  'long-window': 'Long window',
}

/** The meaning of the last edited cell, for API clients. */
export function CellLook({ cell, look, onPick }: { cell: string; look: Look; onPick: (look: Look) => void }) {
  return (
    <span>
      {cell}:{' '}
      <SelectField
        name="look"
        label={`Meaning of ${cell}`}
        value={look}
        onPick={(picked) => onPick(SCHEDULE_CELL_CLASSES.find((each) => each === picked) ?? '')}
      >
        {SCHEDULE_CELL_CLASSES.map((each) => (
          <option key={each} value={each}>
            {WORDS[each]}
          </option>
        ))}
      </SelectField>
    </span>
  )
}

/** Default, no updates, a usual window, a long one. */
const SCHEDULE_CELL_CLASSES = ['', 'none', 'window', 'long-window'] as const
