// Shares in whole per cent. Pure.

/** Rounded down, and 100 only when nothing is missing: the one rounding of progress. 0 of nothing. */
export function wholePercent(part: number, whole: number): number {
  if (!(whole > 0) || !(part > 0)) return 0
  // first times 100, which is exact: 29 / 100 * 100 is less than 29
  return part >= whole ? 100 : Math.min(99, Math.floor((part * 100) / whole))
}
