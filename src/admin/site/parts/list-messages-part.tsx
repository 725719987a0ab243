import { can } from '../../../domain/access.ts'
import {
  capabilityForMessage,
  isListOfCloud,
  MESSAGE_LISTS,
  type MessageList,
} from '../../../domain/site-editing/list-message.ts'
import { useChoices } from '../../parts/use-choices.ts'
import { useStaff } from '../../shell/staff.ts'
import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'
import { RichPreview } from '../preview/rich-preview.tsx'
import { cloudWords } from './cloud-words.ts'
import { optionsOf } from './options-of.ts'

/** L-12 */
export function ListMessagesPart() {
  const { roles } = useStaff()
  const read = useRows('list-messages')
  const clouds = useChoices().choices?.clouds ?? []
  const lists = MESSAGE_LISTS.filter((list) => can(roles, capabilityForMessage(list)))
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'list-messages',
        part: 'list-messages',
        one: 'list message',
        title: 'List messages',
        lead: 'A message above a list. A cloud without its own shows the one for every cloud.',
        words: ({ list, cloud_id }) => ({ name: LIST_WORDS[list], detail: cloudWords(cloud_id, clouds) }),
        groups: (rows) => [{ key: 'all', rows: rows.filter(({ list }) => lists.includes(list)) }],
        canRetire: false,
        fresh: { list: lists[0] ?? 'incident', cloud_id: null, body: '' },
        preview: ({ list, body }) => <RichPreview title={LIST_WORDS[list]} html={body} />,
        fields: () => [
          {
            kind: 'choice',
            name: 'list',
            label: 'List',
            options: lists.map((value) => ({ value, words: LIST_WORDS[value] })),
            isHalf: true,
          },
          {
            kind: 'choice',
            name: 'cloud_id',
            label: 'For',
            none: 'Every cloud',
            options: optionsOf(clouds, ({ title }) => title),
            isAsked: ({ list, cloud_id }) => isListOfCloud(list) || cloud_id !== null,
            isHalf: true,
          },
          {
            kind: 'rich',
            name: 'body',
            label: 'Message',
            hint: 'Leave empty to show nothing.',
            isShort: true,
          },
        ],
      }}
    />
  )
}

const LIST_WORDS: Record<MessageList, string> = {
  incident: 'Incidents',
  maintenance: 'Maintenance',
  advisory: 'Security Advisories',
  url_change_notification: 'URL Category Changes',
  cloud_app: 'Cloud App Notifications',
  advisories: 'Advisories',
  sub_processor: 'Sub-processors',
}
