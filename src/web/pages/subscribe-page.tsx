import { ownPage } from '../settings/own-page.tsx'
import { SUBSCRIPTIONS, SubscriptionsView } from '../subscriptions/subscriptions-view.tsx'

/** U-01 */
export const subscribePage = ownPage({
  title: SUBSCRIPTIONS,
  description: 'What you follow, and where we send messages.',
  Content: SubscriptionsView,
})
