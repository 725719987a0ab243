import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { Cloud } from '../../domain/cloud.ts'
import { Caret } from '../../ui/parts/caret.tsx'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { moveInColumns } from './arrow-keys.ts'
import { CloudDrawer } from './cloud-drawer.tsx'
import { CloudMark } from './cloud-mark.tsx'
import { CloudPanel } from './cloud-panel.tsx'
import styles from './cloud-selector.module.css'
import { stateWord } from './state-word.ts'
import { useHoverOpen } from './use-hover-open.ts'

/** N-04: a panel below the top bar from this width on, otherwise a drawer. */
const WIDE = '(min-width: 992px)'

/** N-02 to N-04: five columns by hover, click and keyboard; a drawer on small screens; a plain list without scripts. */
export function CloudSelector({ cloud }: { cloud: Cloud }) {
  const disclosure = useDisclosure()
  const { ref, isOpen, setOpen, onToggle } = disclosure
  const hover = useHoverOpen(disclosure, { isEnabled: isWide })
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const button = useRef<HTMLElement>(null)

  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    if (isWide()) hover.toggleByClick()
    else setDrawerOpen(true)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && event.target === button.current && isWide()) setOpen(true)
    // Nothing in the panel can take focus before it is visible.
    requestAnimationFrame(() => moveInColumns(ref.current, event.key))
    if (event.key.startsWith('Arrow')) event.preventDefault()
  }

  return (
    <>
      <details
        ref={ref}
        className={styles.selector}
        open={isOpen}
        onToggle={onToggle}
        onPointerEnter={hover.onPointerEnter}
        onPointerLeave={hover.onPointerLeave}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary ref={button} className={styles.button} onClick={onClick}>
          <CloudMark state={cloud.state} />
          <span className="hidden">Cloud: </span>
          <span className={styles.name}>{cloud.title}</span>
          <span className={styles.state}>
            <span className="hidden">, </span>
            {stateWord(cloud.state)}
          </span>
          <Caret className={styles.chevron} />
        </summary>
        <CloudPanel current={cloud} onChosen={() => setOpen(false)} />
      </details>
      {isDrawerOpen && <CloudDrawer current={cloud} onClose={() => setDrawerOpen(false)} />}
    </>
  )
}

function isWide() {
  return matchMedia(WIDE).matches
}
