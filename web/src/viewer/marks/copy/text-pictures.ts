// Letters as pictures, drawn by the browser's own fonts: so every script comes out right in the copy, Thai and Chinese too.

/** Pixels for one point of the page. */
const sharpness = 3
const families = "system-ui, 'Noto Sans', 'Noto Sans Thai', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
export type Picture = { png: Uint8Array; width: number; height: number }

/** Breaks a text into lines of at most `width` points: between words, in scripts without spaces between words as the language does. */
export function linesOf(text: string, width: number, measure: (text: string) => number): string[] {
  const segmenter = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined
  return text.split('\n').flatMap((paragraph) => {
    const parts = segmenter ? [...segmenter.segment(paragraph)].map(({ segment }) => segment) : paragraph.split(/(?<=\s)/)
    const lines: string[] = []
    let line = ''
    for (const part of parts) {
      if (line !== '' && measure(line + part.trimEnd()) > width) {
        lines.push(line.trimEnd())
        line = ''
      }
      // one word longer than a line
      if (measure(part) > width) {
        for (const letter of part) {
          if (line !== '' && measure(line + letter) > width) {
            lines.push(line)
            line = ''
          }
          line += letter
        }
      } else if (line !== '' || part.trim() !== '') line += part
    }
    return [...lines, line.trimEnd()]
  })
}

const pngOf = async (canvas: HTMLCanvasElement): Promise<Uint8Array> => {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The picture of a text could not be made')
  return new Uint8Array(await blob.arrayBuffer())
}

type Look = { size: number; colour: string; bold?: boolean; width?: number; lineHeight?: number }
/** A text of several lines as a picture on nothing; sizes in points. `width`: where lines break. */
export async function textPicture(
  text: string,
  { size, colour, bold = false, width = Number.POSITIVE_INFINITY, lineHeight = 1.35 }: Look,
): Promise<Picture> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  const font = `${bold ? 700 : 500} ${size}px ${families}`
  context.font = font
  const lines = Number.isFinite(width) ? linesOf(text, width, (part) => context.measureText(part).width) : text.split('\n')
  const wide = Math.max(1, ...lines.map((line) => context.measureText(line).width)) + 2
  const high = lines.length * size * lineHeight + size * 0.4
  canvas.width = Math.ceil(wide * sharpness)
  canvas.height = Math.ceil(high * sharpness)
  context.scale(sharpness, sharpness)
  context.font = font
  context.fillStyle = colour
  context.textBaseline = 'alphabetic'
  lines.forEach((line, i) => context.fillText(line, 1, size + i * size * lineHeight))
  return { png: await pngOf(canvas), width: wide, height: high }
}
