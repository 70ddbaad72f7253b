/** Zoom goes from 0.2 to 5 in steps of 0.2. */
export const zoomMin = 0.2
export const zoomMax = 5
export const zoomStep = 0.2

/** The next step up or down from any zoom, also from one that fits a width and lies between two steps. */
export function zoomBy(now: number, by: 1 | -1): number {
  const steps = now / zoomStep
  const to = by === 1 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1
  return Math.min(zoomMax, Math.max(zoomMin, Math.round(to * zoomStep * 10) / 10))
}
