import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Cloud } from '../../domain/cloud.ts'
import { CLOUD_MENU_CLOSE_DELAY_MS } from '../../domain/constants.ts'
import { Caret } from '../../ui/parts/caret.tsx'
import { type Disclosure, useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { useRoot } from '../../ui/root-data.ts'
import { moveInColumns } from './arrow-keys.ts'
import { CloudDrawer } from './cloud-drawer.tsx'
import { CloudLink } from './cloud-link.tsx'
import { CloudMark } from './cloud-mark.tsx'
import styles from './cloud-selector.module.css'
import { type ProductGroup, selectorColumns } from './selector-columns.ts'
import { stateWord } from './state-word.ts'

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

/** A pointer just passing over opens nothing. */
const OPEN_DELAY_MS = 80

function useHoverOpen({ ref, isOpen, setOpen }: Disclosure, { isEnabled }: { isEnabled: () => boolean }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedByHover = useRef(false)

  const after = useCallback((delayMs: number, act: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, delayMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const open = () => {
    openedByHover.current = true
    setOpen(true)
  }
  const closeUnlessInUse = () => {
    const isInUseByKeyboard = ref.current?.querySelector('nav :focus-visible') != null
    if (!isInUseByKeyboard) setOpen(false)
  }

  return {
    onPointerEnter({ pointerType }: PointerEvent) {
      if (pointerType !== 'mouse' || !isEnabled()) return
      if (isOpen) clearTimeout(timer.current)
      else after(OPEN_DELAY_MS, open)
    },
    onPointerLeave({ pointerType }: PointerEvent) {
      if (pointerType !== 'mouse') return
      if (isOpen) after(CLOUD_MENU_CLOSE_DELAY_MS, closeUnlessInUse)
      else clearTimeout(timer.current)
    },
    /** A click right after opening by hover must not close it again. */
    toggleByClick() {
      clearTimeout(timer.current)
      if (isOpen && openedByHover.current) openedByHover.current = false
      else setOpen(!isOpen)
    },
  }
}

function CloudPanel({ current, onChosen }: { current: Cloud; onChosen: () => void }) {
  const { products, clouds } = useRoot().global
  return (
    <nav className={styles.panel} aria-label="Clouds">
      <div className={`page ${styles.columns}`}>
        {selectorColumns(products, clouds).map((column) => (
          <div key={column[0]?.product.machine_name} className={styles.column} data-column="">
            {column.map((group) => (
              <Group key={group.product.machine_name} group={group} current={current} onChosen={onChosen} />
            ))}
          </div>
        ))}
      </div>
    </nav>
  )
}

function Group({
  group: { product, clouds },
  current,
  onChosen,
}: {
  group: ProductGroup<Cloud>
  current: Cloud
  onChosen: () => void
}) {
  const titleId = useId()
  return (
    <div>
      <p id={titleId} className={styles.product}>
        {product.title}
      </p>
      <ul className={styles.clouds} aria-labelledby={titleId}>
        {clouds.map((cloud) => (
          <li key={cloud.machine_name}>
            <CloudLink
              cloud={cloud}
              isCurrent={cloud.machine_name === current.machine_name}
              onChosen={onChosen}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
