import type { OwnTermSubscription, SubscribableTerm } from '../../domain/notifying/subscribable.ts'

interface TermGroupView {
  notification_type: string
  all_subscribed: 0 | 1
  categories: {
    notification_subcategory_id: number
    notification_subcategory_name: string
    notification_subcategory_sub_status: 0 | 1
  }[]
}

export interface TermsView {
  all_subscribed: 0 | 1
  totalCount: number
  groups: Record<string, TermGroupView>
}

/** U-03 */
export function termsView(
  terms: readonly SubscribableTerm[],
  own: readonly OwnTermSubscription[],
): TermsView {
  const isAll = own.some(({ scope }) => scope === 'terms')
  const chosen = new Set(own.map(({ tid }) => tid))
  const isSubscribed = ({ tid }: SubscribableTerm) => isAll || chosen.has(tid)
  return {
    all_subscribed: isAll ? 1 : 0,
    totalCount: terms.filter(isSubscribed).length,
    groups: Object.fromEntries(
      groupsOf(terms).map(({ heading, notificationType, members }) => [
        heading,
        {
          notification_type: notificationType,
          all_subscribed: members.every(isSubscribed) ? 1 : 0,
          categories: members.map((term) => ({
            notification_subcategory_id: term.tid,
            notification_subcategory_name: term.name,
            notification_subcategory_sub_status: isSubscribed(term) ? 1 : 0,
          })),
        },
      ]),
    ),
  }
}

interface Group {
  heading: string
  notificationType: string
  members: SubscribableTerm[]
}

function groupsOf(terms: readonly SubscribableTerm[]): Group[] {
  const groups: Group[] = []
  for (const term of terms) {
    const { notificationType } = term
    const own = groups.find((group) => group.members.some((member) => isSameGroup(member, term)))
    if (own !== undefined) own.members.push(term)
    else groups.push({ heading: headingOf(term, groups), notificationType, members: [term] })
  }
  return groups
}

function isSameGroup(a: SubscribableTerm, b: SubscribableTerm) {
  return a.groupName === b.groupName && a.notificationType === b.notificationType
}

/** Groups of two types may have the same name, and the API identifies a group by its name. */
function headingOf({ groupName, notificationType }: SubscribableTerm, groups: readonly Group[]) {
  const isTaken = groups.some(({ heading }) => heading === groupName)
  return isTaken ? `${groupName} (${notificationType})` : groupName
}
