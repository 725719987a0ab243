import { useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '../../domain/access.ts'
import { ShortcutList } from './shortcut-list.tsx'
import { type Shortcut, useShortcutKeys, useShortcuts } from './shortcuts.ts'
import { useStaff } from './staff.ts'
import { focusSearch, TO_SEARCH } from './use-screen-focus.ts'

/** The keys that work on every screen, and the list of all of them behind `?`. */
export function ShellShortcuts({ isListOpen, setListOpen }: ReturnType<typeof useShortcutListOpen>) {
  const navigate = useNavigate()
  const { roles } = useStaff()
  useShortcutKeys()
  const goTo = (keys: string, words: string, path: string): Shortcut => ({
    keys,
    words,
    act: () => void navigate(path),
  })
  useShortcuts([
    ...(can(roles, 'edit-incidents')
      ? [{ ...goTo('n', 'Begin a new incident', '/admin/records/new?kind=incident'), leadsToField: true }]
      : []),
    {
      keys: '/',
      words: 'Search',
      act: () => focusSearch() || void navigate('/admin/records', { state: TO_SEARCH }),
    },
    goTo('g d', 'Go to the dashboard', '/admin/dashboard'),
    goTo('g r', 'Go to the records', '/admin/records'),
    { keys: '?', words: 'Show this list', act: () => setListOpen(true) },
  ])
  return isListOpen ? <ShortcutList onClose={() => setListOpen(false)} /> : null
}

export function useShortcutListOpen() {
  const [isListOpen, setListOpen] = useState(false)
  return { isListOpen, setListOpen }
}
