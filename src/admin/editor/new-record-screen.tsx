import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Choices } from '../../contract/admin/choices.ts'
import { can, capabilityToEdit } from '../../domain/access.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { NOTIFICATION_ROUTES, type NotificationType } from '../../domain/notification-type.ts'
import { RECORD_KINDS, type RecordKind } from '../../domain/record.ts'
import { Loaded } from '../parts/loaded.tsx'
import { KIND_WORDS, NOTIFICATION_TYPE_WORDS } from '../parts/record-words.ts'
import { useChoices } from '../parts/use-choices.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { cloudsAtFirst } from './keep/clouds-at-first.ts'
import { makeDraftCalls } from './keep/draft-calls.ts'
import { DraftKeeper } from './keep/draft-keeper.ts'
import { isWorthSaving } from './keep/draft-state.ts'
import { localCopyOf } from './keep/local-copy.ts'
import styles from './record-editor.module.css'
import { RecordEditor } from './record-editor.tsx'

/** `?kind=incident`, `?kind=notification&notification_type=cloud_app`, and `&template=3`. */
export function NewRecordScreen() {
  const [search] = useSearchParams()
  // The key makes every visit start a new record, even with the same URL.
  const { key } = useLocation()
  const { roles } = useStaff()
  const { called, reload } = useChoices()
  const asked = askedFor(search)
  const isMissing =
    asked.kind === undefined || (asked.kind === 'notification' && asked.notificationType === null)
  if (asked.kind === undefined || isMissing) return <KindChoice />
  const sort = { kind: asked.kind, notificationType: asked.notificationType }
  if (!can(roles, capabilityToEdit(sort))) {
    return (
      <Screen title="Not for your role" lead="Your role can’t write records of this kind.">
        <KindChoice isPart />
      </Screen>
    )
  }
  return (
    <Loaded called={called} onRetry={reload} lines={8}>
      {({ data }) => <NewRecord key={key} choices={data} {...sort} template={asked.template} />}
    </Loaded>
  )
}

function askedFor(search: URLSearchParams) {
  const template = Number(search.get('template'))
  return {
    kind: RECORD_KINDS.find((kind) => kind === search.get('kind')),
    notificationType: NOTIFICATION_TYPES.find((type) => type === search.get('notification_type')) ?? null,
    template: Number.isInteger(template) && template > 0 ? template : undefined,
  }
}

function NewRecord({
  kind,
  notificationType,
  choices,
  template,
}: {
  kind: RecordKind
  notificationType: NotificationType | null
  choices: Choices
  template: number | undefined
}) {
  const { uid } = useStaff()
  const [{ keeper, offered }] = useState(() => {
    const content = {
      ...emptyContent({ kind, notificationType }),
      clouds: kind === 'notification' ? [] : cloudsAtFirst(choices),
      ...(kind === 'incident' && { from_time: wholeMinute(new Date()) }),
    }
    const copy = localCopyOf({ uid, id: undefined, kind }, content)
    return {
      keeper: new DraftKeeper(makeDraftCalls({ uid, kind }), { content }),
      offered: copy !== undefined && isWorthSaving(copy.content) ? copy : undefined,
    }
  })
  return <RecordEditor keeper={keeper} choices={choices} offered={offered} template={template} />
}

function wholeMinute(now: Date) {
  return new Date(now.setUTCSeconds(0, 0)).toISOString()
}

function KindChoice({ isPart = false }: { isPart?: boolean }) {
  const { roles } = useStaff()
  const kinds = RECORD_KINDS.filter((kind) => kind !== 'notification').map((kind) => ({
    sort: { kind, notificationType: null },
    path: `/admin/records/new?kind=${kind}`,
    name: KIND_WORDS[kind].one,
  }))
  const notifications = NOTIFICATION_TYPES.map((type) => ({
    sort: { kind: 'notification' as const, notificationType: type },
    path: `/admin/records/new?kind=notification&notification_type=${type}`,
    name: NOTIFICATION_TYPE_WORDS[type].one,
  }))
  const offered = [...kinds, ...notifications].filter(({ sort }) => can(roles, capabilityToEdit(sort)))
  const list = (
    <ul className={styles.kinds}>
      {offered.map(({ path, name }) => (
        <li key={path}>
          <Link to={path} className="button">
            {name}
          </Link>
        </li>
      ))}
      {offered.length === 0 && <li>Your role can’t write records.</li>}
    </ul>
  )
  if (isPart) return list
  return (
    <Screen title="New record" lead="What is it?">
      {list}
    </Screen>
  )
}

/** Not from the contract: that would load its schemas into the browser. */
const NOTIFICATION_TYPES = Object.keys(NOTIFICATION_ROUTES) as NotificationType[]
