import { useState } from 'react'
import { useNavigate } from 'react-router'
import { showUndo } from '../../parts/show-undo.tsx'
import { type FormSaveOutcome, useEditing } from '../form/use-editing.ts'
import {
  createRow,
  type InUse,
  listRows,
  type NounPath,
  type RowOf,
  removeRow,
  restoreRow,
  retireRow,
  saveRow,
  type ValuesOf,
} from './noun-calls.ts'
import { type NounSpec, rowOf, valuesIn } from './noun-spec.ts'

export type Obstacle = InUse | { kind: 'needed'; message: string }

const GONE = 'Someone else has removed this since you opened it. What you typed is still here.'

export function useNounForm<P extends NounPath>(
  spec: NounSpec<P>,
  row: RowOf<P> | undefined,
  { reload, search }: { reload: () => void; search: string },
) {
  type Values = ValuesOf<P> & object
  const navigate = useNavigate()
  const [obstacle, setObstacle] = useState<Obstacle>()
  const [isDone, setDone] = useState(false)
  const home = `/admin/site/${spec.part}`
  const start =
    row === undefined
      ? { values: spec.fresh as Values, version: 0 }
      : { values: valuesIn(spec, row) as Values, version: rowOf(row).version }
  const editing = useEditing<Values>({
    start,
    save: row === undefined ? add : (values, version) => change(row, values, version as number),
    check: numbersAreNumbers,
  })

  async function add(values: Values): Promise<FormSaveOutcome<Values>> {
    const added = await createRow(spec.path, values)
    if (added.kind === 'refused') return added
    const { id, version } = rowOf(added.data)
    setDone(true)
    showUndo(`${spec.words(added.data).name} was added.`, async () => {
      const removed = await removeRow(spec.path, { id, version })
      if (removed.kind === 'done' && removed.data.kind === 'removed') leave()
      reload()
      return removed.kind === 'refused' ? removed : obstacleIn(removed.data)
    })
    reload()
    // After this render, when the guard knows that everything is saved.
    setTimeout(() => navigate(`${home}/${id}${search}`, { replace: true }))
    return { kind: 'saved', now: { values, version } }
  }

  async function change(from: RowOf<P>, values: Values, version: number): Promise<FormSaveOutcome<Values>> {
    const { id } = rowOf(from)
    const before = editing.base
    const saved = await saveRow(spec.path, { id, version }, values)
    if (saved.kind === 'refused') return saved.status === 409 ? conflict(id) : saved
    const now = { values: valuesIn(spec, saved.data) as Values, version: rowOf(saved.data).version }
    showUndo(`${spec.words(saved.data).name} was saved.`, async () => {
      const undone = await saveRow(spec.path, { id, version: now.version }, before)
      reload()
      return undone.kind === 'refused' ? undone : undefined
    })
    reload()
    return { kind: 'saved', now }
  }

  async function conflict(id: number): Promise<FormSaveOutcome<Values>> {
    const read = await listRows(spec.path)
    if (read.kind === 'refused') return read
    const theirs = read.data.find((each) => rowOf(each).id === id)
    if (theirs === undefined) return { kind: 'refused', message: GONE, errors: {} }
    return {
      kind: 'conflict',
      theirs: { values: valuesIn(spec, theirs) as Values, version: rowOf(theirs).version },
    }
  }

  async function remove() {
    if (row === undefined) return
    const { id, position, is_retired } = rowOf(row)
    const removed = await removeRow(spec.path, { id, version: Number(editing.version) })
    if (removed.kind === 'refused') {
      reload()
      return editing.refuse(removed)
    }
    if (removed.data.kind !== 'removed') return setObstacle(removed.data as Obstacle)
    setDone(true)
    showUndo(`${spec.words(row).name} was removed.`, async () => {
      const again = {
        id,
        ...(position !== undefined && { position }),
        ...(is_retired && { is_retired }),
      }
      const created = await createRow(spec.path, valuesIn(spec, row), again)
      reload()
      return created.kind === 'refused' ? created : undefined
    })
    reload()
    setTimeout(leave)
  }

  async function retire() {
    if (row === undefined) return undefined
    const { id } = rowOf(row)
    const retired = await retireRow(spec.path, { id, version: Number(editing.version) })
    reload()
    if (retired.kind === 'refused') return retired
    editing.rebase(rowOf(retired.data).version)
    showUndo(`${spec.words(row).name} was retired.`, async () => {
      const restored = await restoreRow(spec.path, { id, version: rowOf(retired.data).version })
      reload()
      return restored.kind === 'refused' ? restored : undefined
    })
    return undefined
  }

  async function restore() {
    if (row === undefined) return
    const { id } = rowOf(row)
    const restored = await restoreRow(spec.path, { id, version: Number(editing.version) })
    reload()
    if (restored.kind === 'refused') return editing.refuse(restored)
    editing.rebase(rowOf(restored.data).version)
    showUndo(`${spec.words(row).name} was restored.`, async () => {
      const retired = await retireRow(spec.path, { id, version: rowOf(restored.data).version })
      reload()
      return retired.kind === 'refused' ? retired : undefined
    })
  }

  function leave() {
    navigate(`${home}${search}`, { replace: true })
  }

  return {
    editing,
    obstacle,
    closeObstacle: () => setObstacle(undefined),
    isDirty: editing.isDirty && !isDone,
    remove,
    retire,
    restore,
  }
}

function obstacleIn(data: { kind: string; message?: string }) {
  return data.kind === 'removed' ? undefined : { message: data.message ?? '' }
}

function numbersAreNumbers(values: object): Record<string, string> {
  const wrong = Object.entries(values).filter(([, value]) => Number.isNaN(value))
  return Object.fromEntries(wrong.map(([field]) => [field, 'Enter a number.']))
}
