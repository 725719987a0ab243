import { StatusIcon } from '../../../ui/parts/status-icon.tsx'
import { IconField } from '../form/icon-field.tsx'
import type { RowOf } from '../noun/noun-calls.ts'
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
      'Planned work that hasn’t begun. It starts by itself at its time.',
    ],
    ['in-progress', 'hourglass', 'In progress', 'We are working on it.'],
    ['monitoring', 'eye', 'Monitoring', 'A fix is in place, and we watch it.'],
    ['completed', 'check', 'Completed', 'Planned work is done.'],
    ['resolved', 'check', 'Resolved', 'An incident is over.'],
    ['remediated', 'shield', 'Remediated', 'The weakness of an advisory is fixed.'],
    ['postponed', 'calendar-crossed', 'Postponed', 'Planned work was put off. It doesn’t start by itself.'],
    ['archived', 'calendar-crossed', 'Archived', 'Finished and put away.'],
  ] as const
).map(([value, icon, words, meaning]) => ({ value, words, meaning, picture: <StatusIcon name={icon} /> }))

const OWN_CLASS = {
  words: 'A class of its own',
  picture: null,
  meaning: 'Programs see a class made from the name. “Closed” below says whether it ends a record.',
}

/** Each class belongs to one status, because rules look for the status of a class. */
function ClassField({
  status,
  rows,
  value,
  error,
  onChange,
}: {
  status: RowOf<'statuses'> | undefined
  rows: readonly RowOf<'statuses'>[]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const isFixed = status?.is_fixed ?? false
  const owner = (of: string) => rows.find((row) => row.class === of && row.id !== status?.id)
  const isBuiltIn = CLASSES.some((each) => each.value === value)
  return (
    <IconField
      label="Class"
      hint={
        isFixed
          ? 'What this status means to rules and programs. Built-in statuses keep their class.'
          : 'What this status means to rules and programs. Each built-in class has its status.'
      }
      error={error}
      choices={[
        ...CLASSES.filter((each) => !isFixed || each.value === value).map((each) => ({
          ...each,
          words: owner(each.value) === undefined ? each.words : `${each.words} (taken)`,
          isDisabled: isFixed || owner(each.value) !== undefined,
        })),
        ...(isFixed ? [] : [{ ...OWN_CLASS, value: isBuiltIn ? '' : value }]),
      ]}
      value={value}
      onChange={onChange}
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
          {
            kind: 'own',
            name: 'class',
            label: 'Class',
            words: (values) => values.class,
            render: ({ values, set, error }) => (
              <ClassField
                status={status}
                rows={read.rows}
                value={values.class}
                error={error}
                onChange={(chosen) => set('class', chosen)}
              />
            ),
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
