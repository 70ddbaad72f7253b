// Draws the marks of one page into a PDF, in the place and size they have on the screen, whatever rotation the page has of its own.
import {
  BlendMode,
  concatTransformationMatrix,
  LineCapStyle,
  type PDFDocument,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rgb,
} from '@cantoo/pdf-lib'
import { strokePath } from '../../anchors/geometry.ts'
import { boxesOf, inkOf, letterSize, type Mark, placeOf, speaks, stampPath, stampSize, washOf } from '../../anchors/mark.ts'
import { textPicture } from './text-pictures.ts'

/** From the top of a picture of digits of 10 points to the middle of the digits. */
export const digitMiddle = 6.4

export const inkColour = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return rgb(r ?? 0, g ?? 0, b ?? 0)
}

/** Moves a drawing from the lower left of the page as it is shown to its place on the page as it is stored. */
export function matrixOf(
  box: { x: number; y: number; width: number; height: number },
  rotation: number,
): [number, number, number, number, number, number] {
  const { x, y, width, height } = box
  const turned = (((rotation % 360) + 360) % 360) as 0 | 90 | 180 | 270
  if (turned === 90) return [0, 1, -1, 0, x + width, y]
  if (turned === 180) return [-1, 0, 0, -1, x + width, y + height]
  if (turned === 270) return [0, -1, 1, 0, x, y + height]
  return [1, 0, 0, 1, x, y]
}

export async function drawMarks(
  pdf: PDFDocument,
  page: PDFPage,
  marks: readonly Mark[],
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  if (marks.length === 0) return
  const box = page.getCropBox()
  const rotation = page.getRotation().angle
  const sideways = Math.abs(rotation % 180) === 90
  const shown = { width: sideways ? box.height : box.width, height: sideways ? box.width : box.height }
  const [perX, perY] = [shown.width / 1000, shown.height / 1000]
  const fromTop = (y: number) => shown.height - y
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...matrixOf(box, rotation)))
  for (const mark of marks) {
    const { kind, shape, colour } = mark
    const ink = inkColour(colour)
    if (kind === 'highlight')
      for (const { x, y, width, height } of boxesOf(shape))
        page.drawRectangle({
          x: x * perX,
          y: fromTop((y + height) * perY),
          width: width * perX,
          height: height * perY,
          color: inkColour(washOf(colour)),
          blendMode: BlendMode.Multiply,
        })
    if (kind === 'pen')
      page.drawSvgPath(strokePath(inkOf(shape), shown), {
        x: 0,
        y: shown.height,
        borderColor: ink,
        borderWidth: (shape.width ?? 4) * perX,
        borderLineCap: LineCapStyle.Round,
      })
    if (kind === 'stamp') {
      const side = (shape.size ?? stampSize) * perX
      page.drawSvgPath(stampPath(mark.text), {
        x: (shape.x ?? 0) * perX - side / 2,
        y: fromTop((shape.y ?? 0) * perY - side / 2),
        scale: side / 24,
        borderColor: ink,
        // the width is scaled too
        borderWidth: 2.6,
        borderLineCap: LineCapStyle.Round,
      })
    }
    if (kind === 'text' && mark.text) {
      const picture = await textPicture(mark.text, { size: (shape.size ?? letterSize) * perX, colour })
      const image = await pdf.embedPng(picture.png)
      page.drawImage(image, {
        x: (shape.x ?? 0) * perX,
        y: fromTop((shape.y ?? 0) * perY) - picture.height,
        width: picture.width,
        height: picture.height,
      })
    }
    const number = numbers.get(mark.id)
    if (speaks(mark) && number !== undefined) {
      const [px, py] = placeOf(mark) ?? [970, 0]
      const at = { x: (kind === 'highlight' ? 970 : px) * perX, y: fromTop(py * perY) - 6 }
      page.drawCircle({ ...at, size: 9, color: ink })
      const digits = await textPicture(String(number), { size: 10, colour: '#ffffff', bold: true })
      const image = await pdf.embedPng(digits.png)
      page.drawImage(image, {
        x: at.x - digits.width / 2 + 0.5,
        y: at.y - digits.height + digitMiddle,
        width: digits.width,
        height: digits.height,
      })
    }
  }
  page.pushOperators(popGraphicsState())
}
