import { type AdvisoryFacts, factsOf, factsToKeep } from '../../../domain/csaf/advisory-facts.ts'
import { useEditing } from '../editor-context.ts'

export function useAdvisory() {
  const { content, change } = useEditing()
  return (patch: Partial<AdvisoryFacts>) =>
    change({ advisory: factsToKeep({ ...factsOf(content.advisory), ...patch }) })
}
