import type { Lane } from '../../db/deliveries.ts'

/** For logs and metrics. Contains IDs, but no personal data. */
export type DeliveryEvent =
  | { kind: 'expanded'; publicationId: number; added: number; isDone: boolean }
  | { kind: 'settled'; lane: Lane; became: Settled; count: number; reasons?: Record<string, number> }
  | { kind: 'not-sent'; lane: Lane; became: Settled; deliveryId: number; reason: string }
  | { kind: 'overtaken'; count: number }
  | { kind: 'switched-off'; channelId: number }
  | { kind: 'paused'; way: WayName; reason: string; forMs: number }
  | { kind: 'resumed'; way: WayName }
  | { kind: 'failed'; task: 'expand' | 'claim' | 'settle' | 'sweep'; error: unknown }

export type Settled = 'sent' | 'again' | 'given-back' | 'suppressed' | 'dead'

export type WayName = 'mail' | 'http'
