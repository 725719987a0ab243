import type { Called } from '../../../ui/account/call-account.ts'
import { useStaffAnswer } from '../../parts/use-staff-answer.ts'
import type { NounPath, RowOf } from './noun-calls.ts'

export interface NounRows<P extends NounPath> {
  called: Called<`GET /api/admin/site/${P}`> | undefined
  rows: readonly RowOf<P>[]
  reload: () => void
}

export function useRows<P extends NounPath>(path: P): NounRows<P> {
  const name = `GET /api/admin/site/${path}` as 'GET /api/admin/site/clouds'
  const { called, reload } = useStaffAnswer(name, { input: {}, because: path })
  const rows = called?.kind === 'done' ? called.answer.data : NONE
  return { called: called as NounRows<P>['called'], rows: rows as unknown as RowOf<P>[], reload }
}

const NONE: never[] = []

export function onceAllAreThere<P extends NounPath>(
  read: NounRows<P>,
  ...others: readonly { called: { kind: string } | undefined }[]
): NounRows<P> {
  const isMissing = others.some(({ called }) => called === undefined)
  return isMissing ? { ...read, called: undefined } : read
}
