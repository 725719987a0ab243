import type { Lane } from '../../db/deliveries.ts'

/** What the worker tells of its work, by number: never whose it was. */
export type DeliveryEvent =
  | { kind: 'expanded'; publicationId: number; added: number; isDone: boolean }
  /** With the codes of why not, and how many each. */
  | { kind: 'settled'; lane: Lane; became: Settled; count: number; reasons?: Record<string, number> }
  /** Not sent, one by one, with the code of the reason. */
  | { kind: 'not-sent'; lane: Lane; became: Settled; deliveryId: number; reason: string }
  /** Somebody else had them by the time they were to be recorded. */
  | { kind: 'overtaken'; count: number }
  | { kind: 'switched-off'; channelId: number }
  | { kind: 'paused'; way: WayName; reason: string; forMs: number }
  | { kind: 'resumed'; way: WayName }
  /** Mostly the database, which is asked again. */
  | { kind: 'failed'; task: 'expand' | 'claim' | 'settle' | 'sweep'; error: unknown }

export type Settled = 'sent' | 'again' | 'given-back' | 'suppressed' | 'dead'

export type WayName = 'mail' | 'http'
