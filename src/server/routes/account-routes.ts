import type { FastifyInstance } from 'fastify'
import { costlyTurns } from '../calls/costly.ts'
import type { AccountContext } from '../context.ts'
import { demoIdentity } from '../demo-identity/demo-identity.ts'
import { identityProviderOf, signOnOf } from '../sign-on/identity-provider-of.ts'
import { automationRoutes } from './automation.ts'
import { bounceRoutes } from './bounces.ts'
import { callRoutes } from './calls.ts'
import { demoIdentityRoutes } from './demo-identity.ts'
import { formRoutes, unsubscribeRoutes } from './forms.ts'
import { imageUploadRoutes } from './images.ts'
import { ownCalendarRoutes } from './own-calendar.ts'
import { senderRoutes } from './senders.ts'
import { signOnRoutes } from './sign-on.ts'
import { staffFileRoutes } from './staff-files.ts'
import { attachmentUploadRoutes } from './uploads.ts'

export async function accountRoutes(app: FastifyInstance, context: AccountContext) {
  const { config } = context
  const costly = costlyTurns(context)
  await app.register(async (scope) => callRoutes(scope, context, costly))
  await app.register(async (scope) => automationRoutes(scope, context, costly))
  await app.register(async (scope) => imageUploadRoutes(scope, context, costly))
  await app.register(async (scope) => attachmentUploadRoutes(scope, context, costly))
  await app.register(async (scope) => senderRoutes(scope, context))
  await app.register(async (scope) => formRoutes(scope, context))
  await app.register(async (scope) => unsubscribeRoutes(scope, context))
  await app.register(async (scope) => bounceRoutes(scope, context))
  const demo = signOnOf(config) === 'demo' ? demoIdentity(context) : undefined
  await app.register(async (scope) => demoIdentityRoutes(scope, context, demo))
  signOnRoutes(app, context, { provider: identityProviderOf(app, { config, demo }), demo })
  staffFileRoutes(app, context, costly)
  ownCalendarRoutes(app, context)
}
