// Shares in whole per cent. Pure.

/** Rounded down, and 100 only when nothing is missing: the one rounding of progress. 0 of nothing. */
export function wholePercent(part: number, whole: number): number {
  if (!(whole > 0) || !(part > 0)) return 0
  return part >= whole ? 100 : Math.min(99, Math.floor((part / whole) * 100))
}
