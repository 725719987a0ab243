import { useSearchParams } from 'react-router'
import type { TermRow } from '../../../contract/admin/site/terms.ts'
import { can, capabilityToEdit } from '../../../domain/access.ts'
import { NOTIFICATION_ROUTES, type NotificationType } from '../../../domain/notification-type.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { useStaff } from '../../shell/staff.ts'
import { FilterRow } from '../frame/filter-row.tsx'
import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'

const TYPES = Object.keys(NOTIFICATION_ROUTES) as NotificationType[]

export function TermsPart() {
  const { roles } = useStaff()
  const [params, setParams] = useSearchParams()
  const read = useRows('terms')
  const types = TYPES.filter((notificationType) =>
    can(roles, capabilityToEdit({ kind: 'notification', notificationType })),
  )
  const type = types.find((each) => each === params.get('type')) ?? types[0] ?? 'url_change_notification'
  const ofType = read.rows.filter((term) => term.notification_type === type)
  const groupNames = [...new Set(ofType.map(({ group_name }) => group_name))]
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'terms',
        part: 'terms',
        one: 'category',
        title: types.length === 1 ? TYPE_WORDS[type] : 'Notification categories',
        lead: 'What readers subscribe to individually, under the headings of the subscription page.',
        ...(types.length > 1 && {
          above: (
            <FilterRow>
              <SelectField
                name="type"
                label="Type of notification"
                value={type}
                onPick={(picked) => setParams({ type: picked }, { replace: true, preventScrollReset: true })}
              >
                {types.map((each) => (
                  <option key={each} value={each}>
                    {TYPE_WORDS[each]}
                  </option>
                ))}
              </SelectField>
            </FilterRow>
          ),
        }),
        words: (term) => ({ name: term.name }),
        groups: (rows) => groupsOf(rows.filter((term) => term.notification_type === type)),
        order: 'all',
        canRetire: true,
        fresh: { notification_type: type, group_name: groupNames[0] ?? '', name: '' },
        fields: () => [
          {
            kind: 'choice',
            name: 'notification_type',
            label: 'Type of notification',
            options: types.map((value) => ({ value, words: TYPE_WORDS[value] })),
            isAsked: () => types.length > 1,
          },
          { kind: 'text', name: 'name', label: 'Name', maxLength: 200 },
          {
            kind: 'text',
            name: 'group_name',
            label: 'Heading',
            hint: 'Its group on the subscription page; a new name creates a new group.',
            maxLength: 100,
            suggestions: groupNames,
          },
        ],
      }}
    />
  )
}

const TYPE_WORDS: Record<NotificationType, string> = {
  url_change_notification: 'URL categories',
  cloud_app: 'Cloud apps',
  advisories: 'Advisories',
  sub_processor: 'Sub-processors',
}

function groupsOf(terms: readonly TermRow[]) {
  const names = [...new Set(terms.map(({ group_name }) => group_name))]
  return names.map((name) => ({
    key: name,
    title: name,
    rows: terms.filter(({ group_name }) => group_name === name),
  }))
}
