// A formula as a picture for a copy on paper, as the page shows it.
import { showFormula } from '../../../ui/formula-view.ts'

/** Pixels for one point of the page. */
export const formulaSharpness = 3
const size = 13

/** undefined: it cannot be read, or this browser makes no picture of it. */
export async function formulaPicture(latex: string): Promise<HTMLImageElement | undefined> {
  const element = document.createElement('div')
  element.dataset.latex = latex
  showFormula(element)
  const math = element.querySelector('math')
  if (!math) return undefined
  Object.assign(element.style, { position: 'absolute', left: '-9999px', width: 'max-content', fontSize: `${size * formulaSharpness}px` })
  document.body.append(element)
  const { width, height } = math.getBoundingClientRect()
  element.remove()
  const [wide, high] = [Math.ceil(width) + 8, Math.ceil(height) + 8]
  const markup = new XMLSerializer().serializeToString(math)
  const style = `font-size:${size * formulaSharpness}px;width:max-content;padding:4px;color:#20262b`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><foreignObject width="100%" height="100%"><div xmlns="http://www.w3.org/1999/xhtml" style="${style}">${markup}</div></foreignObject></svg>`
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`
  try {
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    // throws where a picture of markup may not be read again
    canvas.toDataURL()
    return picture
  } catch {
    return undefined
  }
}
