import type { ClaimedDelivery } from '../../src/delivery/claimed-delivery.ts'
import type { MessageSender, SendOutcome } from '../../src/delivery/sender.ts'

interface FakeSend {
  deliveries: readonly ClaimedDelivery[]
  publications: number[]
  isDigest: boolean
}

export interface FakeSender extends MessageSender {
  sends: FakeSend[]
  answer(how: (send: FakeSend) => SendOutcome | Promise<SendOutcome>): void
}

export function fakeSender(): FakeSender {
  let how: (send: FakeSend) => SendOutcome | Promise<SendOutcome> = () => ({ kind: 'sent' })
  const sends: FakeSend[] = []
  const take = async (send: FakeSend) => {
    sends.push(send)
    return how(send)
  }
  return {
    sends,
    answer: (next) => {
      how = next
    },
    send: (delivery, publication) =>
      take({ deliveries: [delivery], publications: [publication.id], isDigest: false }),
    sendDigest: (deliveries, publications) =>
      take({ deliveries, publications: publications.map(({ id }) => id), isDigest: true }),
    close: async () => {},
  }
}

export function held<T>() {
  let give: (value: T) => void = () => {}
  const answer = new Promise<T>((resolve) => {
    give = resolve
  })
  return { answer, give }
}
