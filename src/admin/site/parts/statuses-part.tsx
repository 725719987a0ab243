import { StatusIcon } from '../../../ui/parts/status-icon.tsx'
import { IconField } from '../form/icon-field.tsx'
import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'

const ICONS = (
  [
    ['hourglass', 'Hourglass'],
    ['eye', 'Eye'],
    ['check', 'Check mark'],
    ['shield', 'Shield'],
    ['calendar-crossed', 'Crossed calendar'],
  ] as const
).map(([value, words]) => ({ value, words, picture: <StatusIcon name={value} /> }))

export function StatusesPart() {
  const read = useRows('statuses')
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'statuses',
        part: 'statuses',
        one: 'status',
        title: 'Statuses',
        lead: 'The statuses of records, in the order editors see them.',
        words: (status) => ({
          name: status.name,
          detail: [status.is_closed ? 'Closed' : 'Open', ...(status.is_fixed ? ['built in'] : [])].join(
            ' · ',
          ),
        }),
        groups: (rows) => [{ key: 'all', rows }],
        order: 'group',
        canRetire: true,
        fresh: { name: '', class: '', icon: '', is_closed: false },
        fields: (status) => [
          { kind: 'text', name: 'name', label: 'Name', maxLength: 60, isFixed: status?.is_fixed ?? false },
          {
            kind: 'text',
            name: 'class',
            label: 'Class',
            hint: 'For the API, such as in-progress. Leave empty to derive it from the name.',
            maxLength: 60,
            isCode: true,
            isFixed: status?.is_fixed ?? false,
            isHalf: true,
          },
          {
            kind: 'own',
            name: 'icon',
            label: 'Icon',
            words: ({ icon }) => icon,
            render: ({ values, set, error }) => (
              <IconField
                label="Icon"
                choices={ICONS}
                value={values.icon}
                onChange={(icon) => set('icon', icon)}
                error={error}
              />
            ),
          },
          {
            kind: 'check',
            name: 'is_closed',
            label: 'Closed',
            hint: 'A record in this status is finished.',
          },
        ],
      }}
    />
  )
}
