import { useRef } from 'react'
import { Link } from 'react-router'
import type { Banner, BannerLink, Gravity } from '../../domain/banners/banner.ts'
import { isGovernmental } from '../../domain/cloud.ts'
import { helpLinks } from '../../domain/help-links.ts'
import { CrossButton } from '../../ui/parts/cross-button.tsx'
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
        <CrossButton className={styles.dismiss} label={`Dismiss: ${banner.text}`} onPress={onDismiss} />
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
