import type { ClaimedDelivery } from '../../src/delivery/claimed-delivery.ts'
import type { MessageSender, SendOutcome } from '../../src/delivery/sender.ts'

interface FakeSend {
  deliveries: readonly ClaimedDelivery[]
  /** Publication IDs, in the order of the message. */
  publications: number[]
  isDigest: boolean
}

export interface FakeSender extends MessageSender {
  /** In the order in which they began. */
  sends: FakeSend[]
  /** From now on. */
  answer(how: (send: FakeSend) => SendOutcome | Promise<SendOutcome>): void
}

/** Accepts every message, unless a test says otherwise. */
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

/** A promise that the test resolves. */
export function held<T>() {
  let give: (value: T) => void = () => {}
  const answer = new Promise<T>((resolve) => {
    give = resolve
  })
  return { answer, give }
}
