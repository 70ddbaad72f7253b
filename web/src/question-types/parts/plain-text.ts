// HTML of the allow-list as plain text, where no markup can stand: in fields of one line, in native lists of options, in names that are read out.
import { blocks } from '../../ui/text/direction.ts'
import { cleanFragment } from '../../ui/text/rich-text.tsx'

export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const fragment = cleanFragment(html)
  for (const formula of fragment.querySelectorAll<HTMLElement>('[data-latex]')) formula.textContent = formula.dataset.latex ?? ''
  for (const block of fragment.querySelectorAll(`br, hr, pre, ${blocks}`)) {
    if (block.previousSibling) block.before('\n')
    if (block.nextSibling) block.after('\n')
  }
  for (const picture of fragment.querySelectorAll('img')) picture.replaceWith(picture.alt)
  return (fragment.textContent ?? '').replace(/[\s\u00a0]+/g, (space) => (space.includes('\n') ? ' ' : space)).replace(/^\n+|\n+$/g, '')
}

/** Whether a text field can show it. */
export const isPlain = (html: string): boolean => !/<(?!\/?p>)/.test(html) && (html.match(/<p>/g)?.length ?? 0) < 2

export const htmlOf = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
