import type { CallName } from '../../contract/calls.ts'
import { approvalHandlers } from './admin/approvals.ts'
import { deliveryHandlers, suppressionHandlers } from './admin/deliveries.ts'
import { importHandlers } from './admin/imports.ts'
import { logHandlers } from './admin/log.ts'
import { overviewHandlers } from './admin/overview.ts'
import { peopleHandlers } from './admin/people.ts'
import { postMortemHandlers } from './admin/post-mortems.ts'
import { recordLifeHandlers } from './admin/record-life.ts'
import { recordListHandlers } from './admin/record-lists.ts'
import { recordHandlers } from './admin/records.ts'
import { senderHandlers } from './admin/senders.ts'
import { seriesHandlers } from './admin/series.ts'
import { siteHandlers } from './admin/site.ts'
import { subscriberHandlers } from './admin/subscribers.ts'
import { presenceHandlers, teamHandlers } from './admin/team.ts'
import { templateHandlers } from './admin/templates.ts'
import { apiTokenHandlers } from './admin/tokens.ts'
import type { Handlers } from './asked.ts'
import { channelHandlers } from './channels.ts'
import { followHandlers } from './follow.ts'
import { tokenHandlers } from './mail-links.ts'
import { ownAccountHandlers, ownCalendarHandlers } from './own-account.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { sessionHandlers } from './sessions.ts'
import { subscriptionHandlers, unsubscribingHandlers } from './subscriptions.ts'

export const handlers: Handlers<CallName> = {
  ...sessionHandlers,
  ...tokenHandlers,
  ...ownAccountHandlers,
  ...secondFactorHandlers,
  ...ownCalendarHandlers,
  ...subscriptionHandlers,
  ...channelHandlers,
  ...followHandlers,
  ...unsubscribingHandlers,
  ...deliveryHandlers,
  ...overviewHandlers,
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
  ...suppressionHandlers,
  ...subscriberHandlers,
  ...importHandlers,
  ...logHandlers,
}
