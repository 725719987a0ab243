import { useEffect, useRef, useSyncExternalStore } from 'react'
import { readStored, storageListeners, store } from '../../ui/parts/device-storage.ts'

/** Keys separated by spaces are pressed one after another. */
export interface Shortcut {
  keys: string
  words: string
  act: () => void
  /** It leads to a field: keys typed meanwhile are inserted there. */
  leadsToField?: boolean
}

const SEQUENCE_WITHIN_MS = 1_500
const FIELD_WITHIN_MS = 10_000

export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const key = shortcuts.map(({ keys, words }) => `${keys} ${words}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are read when a key is pressed.
  useEffect(() => {
    const group: Group = { of: () => latest.current }
    change([...groups, group])
    return () => change(groups.filter((other) => other !== group))
  }, [key])
}

interface Group {
  of: () => readonly Shortcut[]
}

let groups: readonly Group[] = []
const groupListeners = new Set<() => void>()

function change(next: readonly Group[]) {
  groups = next
  for (const listener of groupListeners) listener()
}

export function useShortcutList(): readonly Shortcut[] {
  const now = useSyncExternalStore(onGroups, () => groups)
  return now.flatMap(({ of }) => of())
}

function onGroups(listener: () => void) {
  groupListeners.add(listener)
  return () => {
    groupListeners.delete(listener)
  }
}

export function useShortcutKeys() {
  useEffect(() => {
    let before = ''
    let beforeAtMs = 0
    const ahead = new TypedAhead()
    function onFocusIn({ target, timeStamp }: FocusEvent) {
      if (isField(target)) insertText(target, ahead.arrive(timeStamp))
      else if (target instanceof Element && target.matches(CONTROLS)) ahead.forget()
    }
    function onKeyDown(event: KeyboardEvent) {
      if (areShortcutsOff() || isElsewhere(event)) return
      if (ahead.takes(event.key, event.timeStamp)) return event.preventDefault()
      const isSequence = before !== '' && event.timeStamp - beforeAtMs < SEQUENCE_WITHIN_MS
      const pressed = isSequence ? `${before} ${event.key}` : event.key
      const found = findShortcut(pressed) ?? findShortcut(event.key)
      before = found === undefined ? event.key : ''
      beforeAtMs = event.timeStamp
      if (found === undefined) return
      event.preventDefault()
      if (found.leadsToField === true) ahead.start(event.timeStamp)
      found.act()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocusIn)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [])
}

export class TypedAhead {
  private text = ''
  private sinceMs: number | undefined

  start(atMs: number) {
    this.text = ''
    this.sinceMs = atMs
  }

  takes(key: string, atMs: number): boolean {
    if (key === 'Tab') this.forget()
    if (!this.isOnTheWay(atMs)) return false
    if (key === 'Backspace') this.text = this.text.slice(0, -1)
    else if (key.length === 1) this.text += key
    return key === 'Backspace' || key.length === 1
  }

  arrive(atMs: number): string {
    const text = this.isOnTheWay(atMs) ? this.text : ''
    this.forget()
    return text
  }

  forget() {
    this.sinceMs = undefined
  }

  private isOnTheWay(atMs: number) {
    return this.sinceMs !== undefined && atMs - this.sinceMs < FIELD_WITHIN_MS
  }
}

const CONTROLS = 'a, button, summary, input, select, [contenteditable="true"]'

/** Checkboxes and radio buttons have no selection. */
function isField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && target.selectionStart !== null
}

function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  if (text === '') return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/** Those of the screen take precedence over those of the shell. */
function findShortcut(pressed: string) {
  return groups.flatMap(({ of }) => of()).findLast(({ keys }) => keys === pressed)
}

function isElsewhere({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
  const isTyping = target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO))
  return (
    defaultPrevented || ctrlKey || metaKey || altKey || isTyping || document.querySelector('dialog[open]')
  )
}

const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select'

/** Single-key shortcuts can be turned off: speech input triggers them by accident. */
const OFF_NAME = 'candor-admin-shortcuts'
const listeners = storageListeners()

export function useAreShortcutsOff(): boolean {
  return useSyncExternalStore(listeners.add, areShortcutsOff)
}

export function switchShortcuts(isOn: boolean) {
  store(OFF_NAME, isOn ? 'on' : 'off')
  listeners.notifyAll()
}

function areShortcutsOff() {
  return readStored(OFF_NAME) === 'off'
}
