// A formula as a picture for a copy on paper, as the page shows it.
import { showFormula } from '../../ui/text/formula-view.ts'

/** Pixels for one point of the page. */
export const formulaSharpness = 3
/** Pixels around it. */
const around = 4

/** `width`, `height`: without what is around it; `below`: of it below the line that letters stand on. In points. */
export type FormulaPicture = { picture: HTMLImageElement; width: number; height: number; below: number }

/** `within` a line of text, or on lines of its own. undefined: it cannot be read, or this browser makes no picture of it. */
export async function formulaPicture(
  latex: string,
  { size, within }: { size: number; within: boolean },
): Promise<FormulaPicture | undefined> {
  const element = document.createElement(within ? 'span' : 'div')
  element.dataset.latex = latex
  showFormula(element)
  const math = element.querySelector('math')
  if (!math) return undefined
  Object.assign(element.style, { position: 'absolute', left: '-9999px', width: 'max-content', fontSize: `${size * formulaSharpness}px` })
  const foot = document.createElement('span')
  foot.style.display = 'inline-block'
  element.append(foot)
  document.body.append(element)
  const { width, height, bottom } = math.getBoundingClientRect()
  const below = within ? bottom - foot.getBoundingClientRect().bottom : 0
  element.remove()
  // in the picture nothing but the formula makes its line high
  if (within) math.style.display = 'block math'
  const [wide, high] = [Math.ceil(width) + 2 * around, Math.ceil(height) + 2 * around]
  const markup = new XMLSerializer().serializeToString(math)
  const style = `font-size:${size * formulaSharpness}px;width:max-content;padding:${around}px;color:#20262b`
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
    return { picture, width: width / formulaSharpness, height: height / formulaSharpness, below: below / formulaSharpness }
  } catch {
    return undefined
  }
}
