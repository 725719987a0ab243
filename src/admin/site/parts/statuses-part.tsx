import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'

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
            hint: 'For the API, such as in-progress.',
            maxLength: 60,
            isCode: true,
            isFixed: status?.is_fixed ?? false,
            isHalf: true,
          },
          { kind: 'text', name: 'icon', label: 'Icon', maxLength: 60, isCode: true, isHalf: true },
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
