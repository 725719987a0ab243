/** Delivery records are useful for some months; then privacy requires deleting them. */
export const DELIVERIES_KEPT_DAYS = 90

/** Periods of statistics, in days including today. */
export const FIGURE_DAYS = [7, 30, 90] as const
export type FigureDays = (typeof FIGURE_DAYS)[number]
export const USUAL_FIGURE_DAYS = 30 satisfies FigureDays
