import { changeLimit } from '../../../accounts/staff-desk/change-limit.ts'
import { changeRoles } from '../../../accounts/staff-desk/change-roles.ts'
import { endSessionsOfPerson } from '../../../accounts/staff-desk/end-sessions-of-person.ts'
import { lockPerson } from '../../../accounts/staff-desk/lock-person.ts'
import { personDetails } from '../../../accounts/staff-desk/person-details.ts'
import { removeSecondFactor } from '../../../accounts/staff-desk/remove-second-factor.ts'
import { searchPeople } from '../../../accounts/staff-desk/search-people.ts'
import { unlockPerson } from '../../../accounts/staff-desk/unlock-person.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'

const LAST_ADMINISTRATOR = 'This is the last administrator. Give the role to someone else first.'

type PersonCall =
  | 'GET /api/admin/people/:uid'
  | 'POST /api/admin/people/:uid/roles'
  | 'POST /api/admin/people/:uid/limit'
  | 'POST /api/admin/people/:uid/lock'
  | 'POST /api/admin/people/:uid/unlock'
  | 'POST /api/admin/people/:uid/second-factor/remove'
  | 'POST /api/admin/people/:uid/sessions/end'

export const peopleHandlers: Handlers<'GET /api/admin/people' | PersonCall> = {
  'GET /api/admin/people': ({ context, input }) =>
    searchPeople(context.accounts.desk, { q: input.q ?? '', kind: input.of, page: input.page ?? 0 }),

  'GET /api/admin/people/:uid': about,

  'POST /api/admin/people/:uid/roles': async (asked) => {
    const { uid, roles, before } = asked.input
    const changed = await changeRoles(asked.context.accounts.desk, { uid, roles, before, ...acting(asked) })
    switch (changed.kind) {
      case 'changed':
        return about(asked)
      case 'not-found':
        throw noAccount(uid)
      case 'not-staff':
        throw new Fault('wrong-input', {
          message: 'Customers have no roles. Staff use the employee login.',
        })
      case 'conflict':
        throw new Fault('conflict')
      case 'last-administrator':
        throw new Fault('wrong-input', { message: LAST_ADMINISTRATOR })
      case 'limited':
        throw new Fault('wrong-input', {
          message:
            'The rights of this person are limited to certain clouds. Lift the limit first: administrators have none.',
        })
    }
  },

  'POST /api/admin/people/:uid/limit': async (asked) => {
    const { uid, limit, before } = asked.input
    const changed = await changeLimit(asked.context.accounts.desk, { uid, limit, before, ...acting(asked) })
    switch (changed.kind) {
      case 'changed':
        return about(asked)
      case 'not-found':
        throw noAccount(uid)
      case 'not-staff':
        throw new Fault('wrong-input', {
          message: 'Customers have no rights to limit. Staff use the employee login.',
        })
      case 'conflict':
        throw new Fault('conflict')
      case 'administrator':
        throw wrongFields({
          limit:
            'Administrators manage people and tokens, so they can’t be limited. Take the role away first.',
        })
      case 'nothing-chosen':
        throw wrongFields({ limit: 'Please choose at least one cloud or product.' })
      case 'unknown':
        throw wrongFields({ limit: 'One of these clouds or products no longer exists. Choose again.' })
    }
  },

  'POST /api/admin/people/:uid/lock': async (asked) => {
    const { uid } = asked.input
    const locked = await lockPerson(asked.context.accounts.desk, { uid, ...acting(asked) })
    switch (locked.kind) {
      case 'locked':
        return about(asked)
      case 'not-found':
        throw noAccount(uid)
      case 'own-account':
        throw new Fault('wrong-input', {
          message: 'This is your own account. Another administrator can lock it.',
        })
      case 'last-administrator':
        throw new Fault('wrong-input', { message: LAST_ADMINISTRATOR })
    }
  },

  'POST /api/admin/people/:uid/unlock': async (asked) => {
    const { uid } = asked.input
    const unlocked = await unlockPerson(asked.context.accounts.desk, { uid, ...acting(asked) })
    if (unlocked.kind === 'not-found') throw noAccount(uid)
    return about(asked)
  },

  'POST /api/admin/people/:uid/second-factor/remove': async (asked) => {
    const { uid } = asked.input
    const removed = await removeSecondFactor(asked.context.accounts.desk, { uid, ...acting(asked) })
    if (removed.kind === 'not-found') throw noAccount(uid)
    return about(asked)
  },

  'POST /api/admin/people/:uid/sessions/end': async (asked) => {
    const { uid, id } = asked.input
    const { viewer } = asked
    const ended = await endSessionsOfPerson(asked.context.accounts.desk, {
      uid,
      id,
      viewer,
      ...acting(asked),
    })
    switch (ended.kind) {
      case 'ended':
        return about(asked)
      case 'not-found':
        throw noAccount(uid)
      case 'own-session':
        throw new Fault('wrong-input', { message: 'This is the session you are using. Sign out to end it.' })
    }
  },
}

async function about({
  context,
  viewer,
  input: { uid },
}: Pick<Asked<PersonCall>, 'context' | 'viewer'> & { input: { uid: number } }) {
  const data = await personDetails(context.accounts.desk, { uid, viewer, now: context.clock() })
  if (data === undefined) throw noAccount(uid)
  return { data }
}

function acting({ context, viewer, request }: Pick<Asked<PersonCall>, 'context' | 'viewer' | 'request'>) {
  return { actor: actorOf(viewer, { capability: 'manage-people', request }), now: context.clock() }
}

function noAccount(uid: number) {
  return new Fault('not-found', { message: `There is no account ${uid}.` })
}
