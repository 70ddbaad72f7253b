// The actions of the present page for the command palette: its buttons, choices and menus as they stand there. An entry does what a click
// does, so a button that a page gets later is an entry too.
import type { LucideIcon } from 'lucide-react'
import { menuOf } from '../ui/listed-menus.ts'

export type PageAction = { label: string; hint?: string; icon?: LucideIcon; lang?: string; run: () => void }

/**
 * Left out: what belongs to one entry of a list (the entry is found by its name), to a text that is being written, to the pages of a list or to
 * dragging; what cannot be pressed now; headings that fold; and fields, which need an answer.
 */
const leftOut =
  'li, tr, h2, h3, [role=row], [role=listbox], [role=tablist], [role=toolbar], [role=dialog], [role=menu], nav, [data-sort-handle], [aria-disabled=true], [inert], [hidden]'

const textOf = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
const nameOf = (element: Element) => element.getAttribute('aria-label')?.trim() || textOf(element)
const isShown = (element: HTMLElement) => element.getClientRects().length > 0

/** The heading of the part of the page that an element is in; none for the page's own. */
function partOf(element: Element): string {
  const part = element.closest('section, [role=group], form')
  return part?.closest('#main') ? part.getAttribute('aria-label') || textOf(part.querySelector('h2, h3')) : ''
}

const press = (element: HTMLElement) => () => {
  element.focus({ preventScroll: true })
  element.click()
}

const choicesOf = (fieldset: HTMLFieldSetElement): PageAction[] =>
  [...fieldset.querySelectorAll<HTMLInputElement>('input[type=radio]:not(:checked)')].map((choice) => ({
    label: choice.getAttribute('aria-label') || textOf(choice.closest('label')),
    hint: textOf(fieldset.querySelector('legend')),
    run: press(choice),
  }))

const entriesOf = (button: HTMLElement): PageAction[] =>
  (menuOf(button) ?? []).flatMap(({ heading, items }) =>
    items
      .filter(({ off }) => off === undefined)
      .map(({ label, icon, lang, onSelect, href }) => ({
        label,
        hint: [partOf(button), nameOf(button), heading].filter(Boolean).join(' · '),
        ...(icon && { icon }),
        ...(lang && { lang }),
        run: onSelect ?? (() => window.location.assign(href ?? '')),
      })),
  )

/** In the order of the page, labels that came before last (the same menu of a further module); of two that read alike the first. */
export function pageActions(root: ParentNode | null = document.getElementById('main')): PageAction[] {
  const found = new Map<string, PageAction>()
  for (const element of root?.querySelectorAll<HTMLElement>('button, a.as-button, fieldset') ?? []) {
    if (element.closest(leftOut) || !isShown(element)) continue
    const actions =
      element instanceof HTMLFieldSetElement
        ? choicesOf(element)
        : element.dataset.menu !== undefined
          ? entriesOf(element)
          : [{ label: nameOf(element), hint: partOf(element), run: press(element) }]
    for (const action of actions) {
      const key = `${action.label} ${action.hint ?? ''}`
      if (action.label && !found.has(key)) found.set(key, action)
    }
  }
  const labels = new Set<string>()
  const first: PageAction[] = []
  const repeated: PageAction[] = []
  for (const action of found.values()) {
    ;(labels.has(action.label) ? repeated : first).push(action)
    labels.add(action.label)
  }
  return [...first, ...repeated]
}
