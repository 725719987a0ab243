import { useChoices } from '../../parts/use-choices.ts'
import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'
import { RichPreview } from '../preview/rich-preview.tsx'
import { cloudWords } from './cloud-words.ts'
import { optionsOf } from './options-of.ts'

export function PoliciesPart() {
  const read = useRows('policies')
  const clouds = useChoices().choices?.clouds ?? []
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'policies',
        part: 'policies',
        one: 'policy',
        title: 'Policies',
        lead: 'The cookie policy, for every cloud or for one.',
        words: (policy) => ({
          name: policy.title,
          detail: cloudWords(policy.cloud_id, clouds),
        }),
        groups: (rows) => [{ key: 'all', rows }],
        canRetire: false,
        fresh: { slug: COOKIE_POLICY, cloud_id: null, title: '', body: '' },
        seenAt: ({ slug }) => `/privacy-compliance/${slug}`,
        preview: ({ title, body }) => <RichPreview title={title} html={body} />,
        fields: () => [
          { kind: 'text', name: 'title', label: 'Title', maxLength: 200 },
          {
            kind: 'choice',
            name: 'cloud_id',
            label: 'For',
            none: 'Every cloud',
            options: optionsOf(clouds, ({ title }) => title),
          },
          { kind: 'rich', name: 'body', label: 'Text' },
        ],
      }}
    />
  )
}

const COOKIE_POLICY = 'cookie-policy'
