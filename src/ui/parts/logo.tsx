import { hasDemoMark, initialOf, type PublicBrand, type ShownLogo } from '../../domain/brand/brand.ts'
import { MARK } from './demo-mark.ts'
import styles from './logo.module.css'

const SHORT_NAME_CHARACTERS = 18

/** Marks are decorative; screen readers get the name. */
export function Logo({ provider, brand }: { provider: string; brand?: PublicBrand | undefined }) {
  const logo = brand?.logo ?? null
  const isLong = provider.length > SHORT_NAME_CHARACTERS
  return (
    <span className={styles.logo} data-long={isLong ? '' : undefined}>
      {logo === null ? <Mark provider={provider} /> : <OwnLogo logo={logo} provider={provider} />}
      {logo !== null && !logo.shows_name ? (
        <span className={styles.trust}>Trust</span>
      ) : (
        <span className={styles.name}>
          {provider} <span className={styles.trust}>Trust</span>
        </span>
      )}
    </span>
  )
}

/** Two images, as the theme may be chosen on the device. The browser loads the one that is shown. */
function OwnLogo({ logo, provider }: { logo: NonNullable<PublicBrand['logo']>; provider: string }) {
  const alt = logo.shows_name ? '' : provider
  if (logo.dark === null) return <Picture className={styles.plate} image={logo.light} alt={alt} />
  return (
    <>
      <Picture className={styles.light} image={logo.light} alt={alt} isOneOfTwo />
      <Picture className={styles.dark} image={logo.dark} alt={alt} isOneOfTwo />
    </>
  )
}

function Picture({
  image: { src, width, height },
  className,
  alt,
  isOneOfTwo = false,
}: {
  image: ShownLogo
  className: string | undefined
  alt: string
  isOneOfTwo?: boolean
}) {
  // React would preload the image of a plain `img` from the body, where the browser finds it anyway.
  return (
    <picture className={`${styles.picture} ${className}`}>
      <img src={src} alt={alt} width={width} height={height} loading={isOneOfTwo ? 'lazy' : undefined} />
    </picture>
  )
}

export function SmallMark({ provider, brand }: { provider: string; brand?: PublicBrand | undefined }) {
  const icon = brand?.icon ?? null
  if (icon === null) return <Mark provider={provider} />
  return <img className={styles.icon} src={icon} alt="" width={26} height={26} />
}

function Mark({ provider }: { provider: string }) {
  if (!hasDemoMark(provider))
    return (
      <svg className={styles.mark} viewBox="0 0 26 26" aria-hidden="true">
        <rect width="26" height="26" rx="6" />
        <text className={styles.letter} x="13" y="18.8" textAnchor="middle">
          {initialOf(provider)}
        </text>
      </svg>
    )
  return (
    <svg className={styles.mark} viewBox={MARK.viewBox} aria-hidden="true">
      <path d={MARK.wall} opacity={MARK.wallOpacity} />
      <path d={MARK.letter} />
    </svg>
  )
}

export function GovernmentMark() {
  return (
    <span className={styles.government}>
      <svg className={styles.mark} viewBox={MARK.viewBox} aria-hidden="true">
        <path opacity={MARK.wallOpacity} d="M8 9h2v8H8zM12 9h2v10h-2zM16 9h2v8h-2z" />
        <path
          d="M3 2h20v11c0 5.4-3.7 9.3-10 11.6C6.7 22.3 3 18.4 3 13zm2 7v4c0 4.3 2.8 7.4 8 9.45 5.2-2.05 8-5.15 8-9.45V9zm0-5v3h16V4z"
          fillRule="evenodd"
        />
      </svg>
      <span className={styles.word}>Government</span>
    </span>
  )
}
