import type { FaqSectionValues, FaqValues } from '../../../../contract/admin/site/pages.ts'
import { plainText } from '../../../../domain/plain-text.ts'
import { counted } from '../../../../ui/parts/words.ts'
import { useChoices } from '../../../parts/use-choices.ts'
import { NounScreen } from '../../noun/noun-screen.tsx'
import { useRows } from '../../noun/use-rows.ts'
import { cloudWords } from '../cloud-words.ts'
import { optionsOf } from '../options-of.ts'
import { FaqSectionsField } from './faq-sections-field.tsx'

export function FaqPart() {
  const read = useRows('faq')
  const clouds = useChoices().choices?.clouds ?? []
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'faq',
        part: 'faq',
        one: 'FAQ',
        title: 'FAQ',
        lead: 'Questions and answers. A cloud without its own page shows the page for every cloud.',
        words: (faq) => ({
          name: cloudWords(faq.cloud_id, clouds),
          detail: `${faq.title} · ${counted(questionsIn(faq), 'question')}`,
        }),
        groups: (rows) => [{ key: 'all', rows }],
        canRetire: false,
        fresh: { cloud_id: null, title: 'FAQ', intro: '', sections: [] },
        fields: () => [
          { kind: 'text', name: 'title', label: 'Title', maxLength: 200, isHalf: true },
          {
            kind: 'choice',
            name: 'cloud_id',
            label: 'For',
            none: 'Every cloud',
            options: optionsOf(clouds, ({ title }) => title),
            isHalf: true,
          },
          { kind: 'rich', name: 'intro', label: 'Before the questions', isShort: true },
          {
            kind: 'own',
            name: 'sections',
            label: 'Questions',
            words: ({ sections }) => sections.map(wordsOfSection).join('\n\n') || '(nothing)',
            render: ({ values, set }) => (
              <FaqSectionsField
                sections={values.sections}
                onChange={(sections) => set('sections', sections)}
              />
            ),
          },
        ],
      }}
    />
  )
}

function questionsIn({ sections }: FaqValues) {
  return sections.reduce((sum, { questions }) => sum + questions.length, 0)
}

function wordsOfSection({ title, intro, questions }: FaqSectionValues) {
  return [
    title ?? '',
    plainText(intro),
    ...questions.map(({ question, answer }) => `${question}\n${plainText(answer)}`),
  ]
    .filter((words) => words !== '')
    .join('\n')
}
