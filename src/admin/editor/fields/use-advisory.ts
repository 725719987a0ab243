import { type AdvisoryFacts, factsOf, factsToStore } from '../../../domain/csaf/advisory-facts.ts'
import { useEditing } from '../editor-context.ts'

export function useAdvisory() {
  const { content, change } = useEditing()
  return (patch: Partial<AdvisoryFacts>) =>
    change({ advisory: factsToStore({ ...factsOf(content.advisory), ...patch }) })
}
