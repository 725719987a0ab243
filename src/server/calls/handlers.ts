import type { CallName } from '../../contract/calls.ts'
import { approvalHandlers } from './admin/approvals.ts'
import { auditHandlers } from './admin/audit.ts'
import { choiceHandlers } from './admin/choices.ts'
import { dashboardHandlers } from './admin/dashboard.ts'
import { figureHandlers } from './admin/figures.ts'
import { importHandlers } from './admin/imports.ts'
import { logHandlers } from './admin/log.ts'
import { peopleHandlers } from './admin/people.ts'
import { postMortemHandlers } from './admin/post-mortems.ts'
import { presenceHandlers } from './admin/presence.ts'
import { recordLifeHandlers } from './admin/record-life.ts'
import { recordListHandlers } from './admin/record-lists.ts'
import { recordHandlers } from './admin/records.ts'
import { senderHandlers } from './admin/senders.ts'
import { seriesHandlers } from './admin/series.ts'
import { siteHandlers } from './admin/site.ts'
import { subscriberHandlers } from './admin/subscribers.ts'
import { suppressionHandlers } from './admin/suppressions.ts'
import { teamHandlers } from './admin/team.ts'
import { templateHandlers } from './admin/templates.ts'
import { apiTokenHandlers } from './admin/tokens.ts'
import type { Handlers } from './asked.ts'
import { channelHandlers } from './channels.ts'
import { deliveryHandlers } from './deliveries.ts'
import { followHandlers } from './follow.ts'
import { ownAccountHandlers } from './own-account.ts'
import { ownCalendarHandlers } from './own-calendar.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { sessionHandlers } from './sessions.ts'
import { staffLinkHandlers } from './staff-link.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { tokenHandlers } from './tokens.ts'
import { unsubscribingHandlers } from './unsubscribing.ts'

export const handlers: Handlers<CallName> = {
  ...sessionHandlers,
  ...tokenHandlers,
  ...ownAccountHandlers,
  ...secondFactorHandlers,
  ...ownCalendarHandlers,
  ...staffLinkHandlers,
  ...subscriptionHandlers,
  ...channelHandlers,
  ...followHandlers,
  ...unsubscribingHandlers,
  ...deliveryHandlers,
  ...dashboardHandlers,
  ...choiceHandlers,
  ...recordHandlers,
  ...recordLifeHandlers,
  ...approvalHandlers,
  ...recordListHandlers,
  ...postMortemHandlers,
  ...presenceHandlers,
  ...teamHandlers,
  ...templateHandlers,
  ...seriesHandlers,
  ...siteHandlers,
  ...peopleHandlers,
  ...apiTokenHandlers,
  ...senderHandlers,
  ...auditHandlers,
  ...figureHandlers,
  ...suppressionHandlers,
  ...subscriberHandlers,
  ...importHandlers,
  ...logHandlers,
}
