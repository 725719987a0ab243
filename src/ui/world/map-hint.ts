const HINT_MS = 1_600

/** Says for a moment how the map is moved, to whoever tried otherwise. */
export function mapHint(box: HTMLElement) {
  let hiding: ReturnType<typeof setTimeout> | undefined
  function hide() {
    clearTimeout(hiding)
    delete box.dataset.hint
  }
  return {
    show(about: 'wheel' | 'touch') {
      clearTimeout(hiding)
      box.dataset.hint = about
      hiding = setTimeout(hide, HINT_MS)
    },
    hide,
  }
}

export type MapHint = ReturnType<typeof mapHint>
