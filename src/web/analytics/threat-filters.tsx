import { Link, useNavigate } from 'react-router'
import {
  THREAT_CATEGORIES,
  THREAT_CATEGORY_TITLES,
  threatCategory,
} from '../../domain/threats/threat-category.ts'
import {
  THREAT_PERIOD_DAYS,
  THREAT_PERIODS,
  type ThreatPeriod,
  threatPeriod,
} from '../../domain/threats/threat-period.ts'
import { ALL_THREATS, type ThreatQuery, threatAddress } from '../../domain/threats/threat-query.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import styles from './threat-filters.module.css'

export function ThreatFilters({
  query,
  path,
  regions,
}: {
  query: ThreatQuery
  path: string
  regions: readonly { tid: number; title: string }[]
}) {
  const navigate = useNavigate()
  const show = (changed: Partial<ThreatQuery>) =>
    navigate(threatAddress(path, { ...query, ...changed }), { preventScrollReset: true })
  const isNarrowed = threatAddress(path, query) !== path
  return (
    <div className={styles.bar}>
      <form className={styles.form} method="get" action={path}>
        <SelectField
          name="category"
          className={styles.field}
          label="Category"
          value={query.category ?? ''}
          onPick={(picked) => show({ category: threatCategory(picked) })}
        >
          <option value="">All categories</option>
          {THREAT_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {THREAT_CATEGORY_TITLES[category]}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="period"
          className={styles.field}
          label="Period"
          value={query.period}
          onPick={(picked) => show({ period: threatPeriod(picked) ?? ALL_THREATS.period })}
        >
          {THREAT_PERIODS.map((period) => (
            <option key={period} value={period}>
              {threatPeriodWords(period)}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="region"
          className={styles.field}
          label="Region"
          value={query.region ?? ''}
          onPick={(picked) => show({ region: picked === '' ? undefined : Number(picked) })}
        >
          <option value="">All regions</option>
          {regions.map(({ tid, title }) => (
            <option key={tid} value={tid}>
              {title}
            </option>
          ))}
        </SelectField>
        <button type="submit" className={`button ${styles.show}`}>
          Show
        </button>
        {isNarrowed && (
          <Link className={styles.reset} to={path} preventScrollReset>
            Reset
          </Link>
        )}
      </form>
      <a className={styles.download} href={threatAddress('/threats.csv', query)} download>
        Download CSV
      </a>
    </div>
  )
}

export function threatPeriodWords(period: ThreatPeriod): string {
  return `Last ${THREAT_PERIOD_DAYS[period]} days`
}
