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

const CLASSES = (
  [
    [
      'scheduled',
      'hourglass',
      'Scheduled',
      'Planned work that hasn’t begun. It starts automatically, on time.',
    ],
    ['in-progress', 'hourglass', 'In progress', 'We are working on it.'],
    ['monitoring', 'eye', 'Monitoring', 'A fix is in place, and we’re watching it.'],
    ['completed', 'check', 'Completed', 'Planned work is done.'],
    ['resolved', 'check', 'Resolved', 'An incident is over.'],
    ['remediated', 'shield', 'Remediated', 'The vulnerability is fixed.'],
    [
      'postponed',
      'calendar-crossed',
      'Postponed',
      'Planned work was put off. It doesn’t start automatically.',
    ],
    ['archived', 'calendar-crossed', 'Archived', 'Finished and put away.'],
  ] as const
).map(([value, icon, words, meaning]) => ({ value, words, meaning, picture: <StatusIcon name={icon} /> }))

/** Each built-in class belongs to one status, because rules look for the status of a class. */
function BuiltInClass({ value }: { value: string }) {
  return (
    <IconField
      label="Class"
      hint="What this status means to rules and programs. Built-in statuses keep their class."
      choices={CLASSES.filter((each) => each.value === value).map((each) => ({ ...each, isDisabled: true }))}
      value={value}
      onChange={() => undefined}
    />
  )
}

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
          status?.is_fixed
            ? {
                kind: 'own',
                name: 'class',
                label: 'Class',
                words: (values) => values.class,
                render: ({ values }) => <BuiltInClass value={values.class} />,
              }
            : {
                kind: 'text',
                name: 'class',
                label: 'A class of its own',
                hint: 'For programs, such as waiting-for-parts. Leave it empty to make it from the name. Built-in classes are taken.',
                maxLength: 60,
                isCode: true,
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
