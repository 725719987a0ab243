import { fillPlaceholders, knownPlaceholders } from '../../../domain/newsroom/placeholders.ts'
import { useRoot } from '../../../ui/root-data.ts'
import { showUndo } from '../../parts/show-undo.tsx'
import { useEditing } from '../editor-context.ts'
import { isWorthKeeping } from '../keep/keeping.ts'
import { factsOfContent } from './facts-of-content.ts'
import { TemplateChoice } from './template-choice.tsx'

/** Begins a record with a template; what it says nothing about stays as it was. */
export function RecordTemplate({ first }: { first: number | undefined }) {
  const { content, change, choices, keeper } = useEditing()
  const { provider } = useRoot().global
  return (
    <TemplateChoice
      kind={content.kind}
      purpose="record"
      first={first}
      onUse={(template, values) => {
        const begun = { ...content, ...template.content }
        const known = knownPlaceholders(
          factsOfContent(begun, { choices, provider: provider.name, now: new Date() }),
        )
        const hasWords = isWorthKeeping(content)
        change(fillPlaceholders(template.content, { ...known, ...values }))
        if (!hasWords) return
        showUndo(`“${template.name}” is in.`, async () => {
          keeper.change(content)
          return undefined
        })
      }}
    />
  )
}
