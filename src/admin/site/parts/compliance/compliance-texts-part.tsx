import { Link } from 'react-router'
import { FieldSet } from '../../../parts/field-set.tsx'
import { InputField } from '../../../parts/text-fields.tsx'
import { useChoices } from '../../../parts/use-choices.ts'
import { NounScreen } from '../../noun/noun-screen.tsx'
import { useRows } from '../../noun/use-rows.ts'
import { cloudWords } from '../cloud-words.ts'
import { optionsOf } from '../options-of.ts'

const USUAL_TITLES = ['Description', 'Estimated date'] as const

/** C-01 */
export function ComplianceTextsPart() {
  const read = useRows('compliance-texts')
  const clouds = useChoices().choices?.clouds ?? []
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'compliance-texts',
        part: 'compliance-texts',
        one: 'compliance text',
        title: 'Compliance page text',
        lead: 'Above the table, for every cloud or for one.',
        actions: (
          <Link className="button" to="/admin/site/compliance">
            Rows of the table
          </Link>
        ),
        words: (text) => ({ name: cloudWords(text.cloud_id, clouds), detail: text.title }),
        groups: (rows) => [{ key: 'all', rows }],
        canRetire: false,
        fresh: { cloud_id: null, title: 'Compliance', page_top: '', column_titles: [] },
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
          { kind: 'rich', name: 'page_top', label: 'Text above the table' },
          {
            kind: 'own',
            name: 'column_titles',
            label: 'Titles of the columns',
            words: ({ column_titles: titles }) => titles.join(', ') || '(default)',
            render: ({ values: { column_titles: titles }, set, error }) => (
              <FieldSet
                legend="Titles of the columns"
                hint="Leave empty for the default titles."
                error={error}
                columns={2}
              >
                {USUAL_TITLES.map((usual, index) => (
                  <InputField
                    key={usual}
                    label={`Column ${index + 1}`}
                    maxLength={100}
                    value={titles[index] ?? ''}
                    onChange={(typed) => {
                      const next = USUAL_TITLES.map((_, at) => (at === index ? typed : (titles[at] ?? '')))
                      set('column_titles', next.every((title) => title === '') ? [] : next)
                    }}
                  />
                ))}
              </FieldSet>
            ),
          },
        ],
      }}
    />
  )
}
