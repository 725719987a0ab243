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
      change({ [field]: isPicked ? [...rest, ...tids] : rest })
    },
  }
}
