import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { deleteChannel, findChannel } from '../../db/channels.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

export type RemovedChannel = { kind: 'removed' } | { kind: 'not-there' } | { kind: 'is-mail' }

export async function removeChannel(
  { db }: Pick<DeliveryDesk, 'db'>,
  own: { userId: number; channelId: number },
): Promise<RemovedChannel> {
  if (await againOnDeadlock(() => deleteChannel(db, own))) return { kind: 'removed' }
  return { kind: (await findChannel(db, own)) === undefined ? 'not-there' : 'is-mail' }
}
