// HTML of the allow-list as plain text, where no markup can stand: in fields of one line, in native lists of options, in names that are read out.
import { blocks } from '../../ui/text/direction.ts'
import { cleanFragment } from '../../ui/text/rich-text.tsx'

const raised = new Map([...'0123456789+-−=()ni'].map((sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'[at]!]))
const lowered = new Map([...'0123456789+-−=()aeoxhklmnpstijruv'].map((sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ'[at]!]))
/** Raised and lowered letters, x² apart from x₂: by signs of their own where each has one, else behind ^ or _. */
export function levelled(text: string, isRaised: boolean): string {
  const signs = [...text.trim()].map((letter) => (isRaised ? raised : lowered).get(letter))
  if (signs.every((sign) => sign !== undefined)) return signs.join('')
  return `${isRaised ? '^' : '_'}${signs.length > 1 ? `(${text.trim()})` : text.trim()}`
}

export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const fragment = cleanFragment(html)
  for (const formula of fragment.querySelectorAll<HTMLElement>('[data-latex]')) formula.textContent = formula.dataset.latex ?? ''
  for (const part of fragment.querySelectorAll('sup, sub')) part.replaceWith(levelled(part.textContent ?? '', part.matches('sup')))
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
