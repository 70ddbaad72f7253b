// The direction of a text, by its first letter: Arabic, Jawi and Hebrew stand on the right, whatever the page's own direction is.

export type Direction = 'ltr' | 'rtl'

const letters = /[\p{L}\p{Nl}]/u
const toTheLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u

/** Undefined where no letter decides. */
export function directionOf(text: string): Direction | undefined {
  const first = letters.exec(text)?.[0]
  return first === undefined ? undefined : toTheLeft.test(first) ? 'rtl' : 'ltr'
}

export const blocks = 'p, h2, h3, h4, blockquote, ul, ol, li, table, th, td, caption, figcaption, div:not([data-latex])'

/** Gives each block of a text its direction, where it is another than that of what it stands in; answers that of what stands in no block. */
export function giveDirections(fragment: DocumentFragment): Direction {
  const loose = [...fragment.childNodes]
    .map((node) => (node instanceof Element && node.matches(blocks) ? '' : (node.textContent ?? '')))
    .join(' ')
  const outside = directionOf(loose) ?? 'ltr'
  for (const block of fragment.querySelectorAll<HTMLElement>(blocks)) {
    if (block.dir) continue
    const own = directionOf(block.textContent ?? '')
    const around = block.parentElement?.closest<HTMLElement>('[dir]')?.dir ?? outside
    if (own && own !== around) block.dir = own
  }
  return outside
}
