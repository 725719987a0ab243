import { useEffect, useRef } from 'react'

export function useEditorKeys(acts: { onPublish: () => void; onSave: () => void }) {
  const newest = useRef(acts)
  newest.current = acts
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
      const isAsked = document.querySelector('dialog[open]') !== null
      if (!isCommand || isAsked || (event.key !== 'Enter' && event.key !== 's')) return
      event.preventDefault()
      if (event.key === 'Enter') newest.current.onPublish()
      else newest.current.onSave()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
