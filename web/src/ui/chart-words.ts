// The words of a drawing have no box of their own: how wide they are, and as much of them as there is room for.
let pen: CanvasRenderingContext2D | null | undefined

function widthOf(text: string): number {
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return text.length * 7
  const size = getComputedStyle(document.documentElement).getPropertyValue('--fs-caption') || '12px'
  pen.font = `500 ${size.trim()} ${getComputedStyle(document.body).fontFamily}`
  return pen.measureText(text).width
}
export const widest = (texts: readonly string[]) => Math.ceil(Math.max(0, ...texts.map(widthOf)))

/** The text, or its beginning and … within `room` pixels. */
export function fitted(text: string, room: number): string {
  if (widthOf(text) <= room) return text
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  while (letters.length > 1 && widthOf(`${letters.join('').trimEnd()}…`) > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
