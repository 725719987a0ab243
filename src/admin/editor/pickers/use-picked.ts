import { tidyStates } from '../../../domain/place-states.ts'
import { useEditing } from '../editor-context.ts'

type ListField = 'services' | 'data_centers' | 'terms'

export function usePicked(field: ListField) {
  const { content, change } = useEditing()
  const picked = content[field]
  return {
    picked,
    has: (tid: number) => picked.includes(tid),
    set(tids: readonly number[], isPicked: boolean) {
      const rest = picked.filter((tid) => !tids.includes(tid))
      const lists = { [field]: isPicked ? [...rest, ...tids] : rest }
      // A place that is chosen again begins with the severity of the record.
      const states = content.place_states && tidyStates(content.place_states, { ...content, ...lists })
      change({ ...lists, ...(states && { place_states: states }) })
    },
  }
}
