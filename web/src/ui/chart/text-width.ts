// The width of texts in drawings, which have no box of their own, and their truncation to it.
let context: CanvasRenderingContext2D | null | undefined

function widthOf(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 7
  const size = getComputedStyle(document.documentElement).getPropertyValue('--fs-caption') || '12px'
  context.font = `500 ${size.trim()} ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}
export const maxWidth = (texts: readonly string[]) => Math.ceil(Math.max(0, ...texts.map(widthOf)))

/** The text, or its beginning and …, within `available` pixels. */
export function truncated(text: string, available: number): string {
  if (widthOf(text) <= available) return text
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  while (letters.length > 1 && widthOf(`${letters.join('').trimEnd()}…`) > available) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
