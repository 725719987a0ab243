/** Periods of statistics, in days including today. */
export const FIGURE_DAYS = [7, 30, 90] as const
export type FigureDays = (typeof FIGURE_DAYS)[number]
export const USUAL_FIGURE_DAYS = 30 satisfies FigureDays
