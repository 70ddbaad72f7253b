// The directions of the blocks of a text: each stands on the side of its own script.
import { type Direction, directionOf } from '@lyceum/kit/text/direction'

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
