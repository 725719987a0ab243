import type { SealedPlace, Vault } from './vault.ts'

type SealedColumn = 'address' | 'secret' | 'previous_secret'

export function placeInChannel(row: number, column: SealedColumn): SealedPlace {
  return { table: 'channels', column, row }
}

export function openedValue(
  vault: Vault,
  stored: string | null,
  place: SealedPlace,
): string | null | undefined {
  return stored === null ? null : vault.open(stored, place)
}

export function openedAddress(
  vault: Vault,
  row: { id: number; address: string | null },
): { address: string | null; isLocked: boolean } {
  const address = openedValue(vault, row.address, placeInChannel(row.id, 'address'))
  return { address: address ?? null, isLocked: address === undefined }
}

export function openedChannel(
  vault: Vault,
  row: { id: number; address: string | null; secret: string | null; previousSecret: string | null },
) {
  const { address, isLocked } = openedAddress(vault, row)
  const secret = openedValue(vault, row.secret, placeInChannel(row.id, 'secret'))
  const previousSecret =
    openedValue(vault, row.previousSecret, placeInChannel(row.id, 'previous_secret')) ?? null
  return { address, secret: secret ?? null, previousSecret, isLocked: isLocked || secret === undefined }
}
