import type { ClaimedDelivery } from '../../src/delivery/claimed-delivery.ts'
import { httpSender } from '../../src/delivery/http/http-sender.ts'
import { openPoster } from '../../src/delivery/http/poster.ts'
import { newWebhookSecret } from '../../src/delivery/http/sign-webhook.ts'
import type { Publication } from '../../src/domain/notifying/publication.ts'
import { httpReceiver } from './http-receiver.ts'

export const SITE = 'https://trust.northwall.example'
export const SECRET = newWebhookSecret()

export async function postedMessages() {
  const receiver = await httpReceiver()
  const clock = () => new Date()
  const sender = httpSender({
    poster: openPoster({ isLocalAllowed: true, clock }),
    publicUrl: SITE,
    clock,
  })
  return {
    receiver,
    sender,
    delivery: ({
      path,
      publication,
      kind = 'webhook',
      previousSecret = null,
    }: {
      path: string
      publication: Publication
      kind?: 'webhook' | 'slack' | 'teams'
      previousSecret?: string | null
    }): ClaimedDelivery => ({
      id: 1,
      fence: 1,
      attempts: 1,
      unanswered: 0,
      publicationId: publication.id,
      userId: 9,
      createdAt: new Date(),
      leasedUntil: new Date(Date.now() + 50_000),
      channel: {
        id: 5,
        kind,
        address: receiver.url + path,
        secret: kind === 'webhook' ? SECRET : null,
        previousSecret,
      },
      zone: 'Europe/Zurich',
      isFollower: false,
      because: { scope: 'service', cloudId: 1, tid: 2001, others: 0 },
    }),
    stop: async () => {
      await sender.close()
      await receiver.stop()
    },
  }
}
export type PostedMessages = Awaited<ReturnType<typeof postedMessages>>
