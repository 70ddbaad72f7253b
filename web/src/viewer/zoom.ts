// Zoom of the viewer: from 0.2 to 5 in steps of 0.2.
export const zoomMin = 0.2
export const zoomMax = 5
export const zoomStep = 0.2

/** The next step up or down from any scale, also from a fitted one between two steps. */
export function zoomBy(scale: number, by: 1 | -1): number {
  const steps = scale / zoomStep
  const target = by === 1 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1
  return Math.min(zoomMax, Math.max(zoomMin, Math.round(target * zoomStep * 10) / 10))
}
