import { useRef } from 'react'
import { Link } from 'react-router'
import type { Banner, BannerLink, Gravity } from '../../domain/banners/banner.ts'
import { isGovernmental } from '../../domain/cloud.ts'
import { helpLinks } from '../../domain/help-links.ts'
import { ExternalLink } from '../../ui/parts/external-link.tsx'
import type { Tone } from '../../ui/parts/tone.ts'
import { useRoot } from '../../ui/root-data.ts'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'
import { bannerKey } from './banner-key.ts'
import styles from './banner-strip.module.css'
import { dismiss } from './dismissed.ts'
import { Strip } from './strip.tsx'

const TONES: Record<Gravity, Tone> = { critical: 'disruption', warning: 'degradation', notice: 'notice' }
const WORDS: Record<Gravity, string> = { critical: 'Critical', warning: 'Warning', notice: 'Notice' }

/** O-01: a dismissible banner. It fades out and stays dismissed until its text changes. */
export function BannerStrip({ banner }: { banner: Banner }) {
  const strip = useRef<HTMLDivElement>(null)
  const key = bannerKey(banner.text)

  async function onDismiss() {
    if (strip.current !== null) {
      await fadeOut(strip.current)
      moveFocusFrom(strip.current)
    }
    dismiss(key)
  }

  return (
    <Strip
      ref={strip}
      tone={TONES[banner.gravity]}
      word={WORDS[banner.gravity]}
      bannerKey={key}
      action={
        <button
          type="button"
          className={styles.dismiss}
          aria-label={`Dismiss: ${banner.text}`}
          onClick={() => void onDismiss()}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="m3 3 10 10M13 3 3 13" />
          </svg>
        </button>
      }
    >
      <span dir="auto">{banner.text}</span> {banner.link !== null && <LinkOfBanner link={banner.link} />}
    </Strip>
  )
}

function LinkOfBanner({ link: { url, text } }: { link: BannerLink }) {
  const { isGov, provider } = useRoot().global
  const { cloud } = useSelectedCloud()
  if (url.startsWith('/'))
    return (
      <Link to={url} dir="auto">
        {text}
      </Link>
    )
  const help = helpLinks(provider, cloud === undefined ? isGov : isGovernmental(cloud, isGov))
  return (
    <ExternalLink href={help.address(url)}>
      <bdi>{text}</bdi>
    </ExternalLink>
  )
}

function moveFocusFrom(strip: HTMLElement) {
  if (!strip.contains(document.activeElement)) return
  const buttons = [...(strip.parentElement?.querySelectorAll('button') ?? [])]
  const own = buttons.findIndex((button) => strip.contains(button))
  const next = buttons[own + 1] ?? buttons[own - 1] ?? document.getElementById('main')
  next?.focus({ preventScroll: true })
}

const FADE_MS = 160

/** Fades and collapses an element. With reduced motion it disappears immediately. */
async function fadeOut(element: HTMLElement): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.style.overflow = 'clip'
  const fading = element.animate(
    [
      { opacity: 1, height: `${element.offsetHeight}px` },
      { opacity: 0, height: '0px' },
    ],
    { duration: FADE_MS, easing: 'ease-out', fill: 'forwards' },
  )
  // Hiding the page may cut this short; the banner goes anyway.
  await fading.finished.catch(() => {})
}
